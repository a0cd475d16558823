package dev.lockstep.embedded.dynamo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The key attributes of a table or an index. */
record KeySchema(String hash, @Nullable String range) {

    static KeySchema of(JsonNode elements) {
        String hash = null;
        String range = null;
        for (JsonNode element : elements) {
            String name = element.get("AttributeName").asString();
            if (element.get("KeyType").asString().equals("HASH")) {
                hash = name;
            } else {
                range = name;
            }
        }
        if (hash == null) {
            throw DynamoError.invalidParameter("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        }
        return new KeySchema(hash, range);
    }

    List<String> names() {
        List<String> names = new ArrayList<>(List.of(hash));
        if (range != null) {
            names.add(range);
        }
        return names;
    }

    boolean covers(JsonNode item) {
        return names().stream().allMatch(item::has);
    }

    /** The key attributes of an item. */
    ObjectNode of(ObjectNode item) {
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        names().forEach(name -> key.set(name, item.get(name)));
        return key;
    }
}
