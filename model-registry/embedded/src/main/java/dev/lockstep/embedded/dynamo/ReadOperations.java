package dev.lockstep.embedded.dynamo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads by key, by partition and of everything, in pages as the service cuts them. */
final class ReadOperations {
    private static final int LARGEST_PAGE = 1024 * 1024;

    private final Database database;

    ReadOperations(Database database) {
        this.database = database;
    }

    ObjectNode get(JsonNode request) {
        DynamoTable table = database.table(request);
        ObjectNode item = table.items().get(table.key(request.get("Key")));
        List<DocumentPath> paths = projection(request, new Tokens.Placeholders(request));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        if (item != null) {
            answer.set("Item", projected(paths, item));
        }
        return answer;
    }

    ObjectNode batchGet(JsonNode request) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ObjectNode responses = answer.putObject("Responses");
        int keys = 0;
        for (var entry : request.get("RequestItems").properties()) {
            ObjectNode wanted = (ObjectNode) entry.getValue().deepCopy();
            DynamoTable table = database.table(wanted.put("TableName", entry.getKey()));
            ArrayNode found = responses.putArray(entry.getKey());
            Set<String> seen = new HashSet<>();
            List<DocumentPath> paths = projection(wanted, new Tokens.Placeholders(wanted));
            for (JsonNode raw : wanted.get("Keys")) {
                ObjectNode key = table.key(raw);
                if (!seen.add(key.toString())) {
                    throw DynamoError.invalid("Provided list of item keys contains duplicates");
                }
                ObjectNode item = table.items().get(key);
                if (item != null) {
                    found.add(projected(paths, item));
                }
                keys++;
            }
        }
        if (keys > 100) {
            throw DynamoError.invalid("Too many items requested for the BatchGetItem call");
        }
        answer.putObject("UnprocessedKeys");
        return answer;
    }

    ObjectNode query(JsonNode request) {
        DynamoTable table = database.table(request);
        KeyIndex index = index(table, request);
        var placeholders = new Tokens.Placeholders(request);
        var parser = new ConditionParser(
                new Tokens(request.path("KeyConditionExpression").asString(""), placeholders));
        Condition keys = parser.parse();
        JsonNode hash = parser.equalities().get(index.schema().hash());
        if (hash == null) {
            throw DynamoError.invalid("Query condition missed key schema element: "
                    + index.schema().hash());
        }
        if (!index.schema().names().containsAll(parser.names())) {
            throw DynamoError.invalid("Query key condition not supported");
        }
        boolean forward = request.path("ScanIndexForward").asBoolean(true);
        Page page = new Page(request, table, index, placeholders);
        page.fill(index.partition(hash, forward, start(request)), keys);
        return page.answer();
    }

    ObjectNode scan(JsonNode request) {
        DynamoTable table = database.table(request);
        KeyIndex index = index(table, request);
        var placeholders = new Tokens.Placeholders(request);
        Page page = new Page(request, table, index, placeholders);
        int segments = request.path("TotalSegments").asInt(1);
        page.fill(index.all(request.path("Segment").asInt(0), segments, start(request)), item -> true);
        return page.answer();
    }

    private static KeyIndex index(DynamoTable table, JsonNode request) {
        if (!request.has("IndexName")) {
            return table.items();
        }
        String name = request.get("IndexName").asString();
        if (table.isGlobal(name) && request.path("ConsistentRead").asBoolean(false)) {
            throw DynamoError.invalid("Consistent reads are not supported on global secondary indexes");
        }
        return table.index(name);
    }

    private static Condition filter(JsonNode request, Tokens.Placeholders placeholders) {
        return request.has("FilterExpression")
                ? new ConditionParser(new Tokens(request.get("FilterExpression").asString(), placeholders)).parse()
                : item -> true;
    }

    private static @Nullable ObjectNode start(JsonNode request) {
        return request.path("ExclusiveStartKey").isObject() ? Attributes.item(request.get("ExclusiveStartKey")) : null;
    }

    /** The paths to show; empty for all. Placeholders are complete after this, so what is unused is refused. */
    private static List<DocumentPath> projection(JsonNode request, Tokens.Placeholders placeholders) {
        List<DocumentPath> paths = new ArrayList<>();
        if (request.has("ProjectionExpression")) {
            Tokens tokens = new Tokens(request.get("ProjectionExpression").asString(), placeholders);
            do {
                paths.add(DocumentPath.parse(tokens));
            } while (tokens.takeIf(","));
        }
        placeholders.refuseUnused();
        return paths;
    }

    private static ObjectNode projected(List<DocumentPath> paths, ObjectNode item) {
        if (paths.isEmpty()) {
            return item;
        }
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        for (DocumentPath path : paths) {
            JsonNode value = path.in(item);
            if (value != null) {
                show(shown, path, value);
            }
        }
        return shown;
    }

    private static void show(ObjectNode shown, DocumentPath path, JsonNode value) {
        ObjectNode at = shown;
        for (int i = 0; i < path.steps().size() - 1; i++) {
            if (!(path.steps().get(i) instanceof String name) || !(path.steps().get(i + 1) instanceof String)) {
                throw DynamoError.invalid("This imitation does not project elements of lists: " + path);
            }
            at = at.withObjectProperty(name).withObjectProperty("M");
        }
        at.set((String) path.steps().get(path.steps().size() - 1), value);
    }

    /** The items of one answer: up to the limit, or 1 MB. */
    private static final class Page {
        private final JsonNode request;
        private final DynamoTable table;
        private final KeyIndex index;
        private final Condition filter;
        private final List<DocumentPath> paths;
        private final ArrayNode items = JsonNodeFactory.instance.arrayNode();
        private @Nullable ObjectNode last;
        private boolean more;
        private int scanned;

        private Page(JsonNode request, DynamoTable table, KeyIndex index, Tokens.Placeholders placeholders) {
            this.request = request;
            this.table = table;
            this.index = index;
            this.filter = filter(request, placeholders);
            this.paths = projection(request, placeholders);
        }

        private void fill(Iterable<ObjectNode> candidates, Condition keys) {
            int limit = request.path("Limit").asInt(Integer.MAX_VALUE);
            int size = 0;
            for (ObjectNode item : candidates) {
                if (!keys.holds(item)) {
                    continue;
                }
                scanned++;
                last = item;
                size += Attributes.size(item);
                ObjectNode visible = request.has("IndexName")
                        ? table.projected(request.get("IndexName").asString(), item)
                        : item;
                if (filter.holds(visible)) {
                    items.add(projected(paths, visible));
                }
                if (scanned == limit || size >= LARGEST_PAGE) {
                    more = true;
                    return;
                }
            }
        }

        private ObjectNode answer() {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            answer.put("Count", items.size()).put("ScannedCount", scanned);
            if (!request.path("Select").asString("").equals("COUNT")) {
                answer.set("Items", items);
            }
            if (more && last != null) {
                ObjectNode key = table.primary().of(last);
                ObjectNode from = last;
                index.schema().names().forEach(name -> key.set(name, from.get(name)));
                answer.set("LastEvaluatedKey", key);
            }
            return answer;
        }
    }
}
