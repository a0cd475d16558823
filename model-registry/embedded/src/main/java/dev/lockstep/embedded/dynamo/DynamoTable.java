package dev.lockstep.embedded.dynamo;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One table: its items, its indexes and its stream. Items are never changed in place. Guarded by the server's lock. */
final class DynamoTable {
    private static final int LARGEST_ITEM = 400 * 1024;

    private final ObjectNode definition;
    private final Map<String, String> keyTypes = new HashMap<>();
    private final KeyIndex items;
    private final Map<String, KeyIndex> indexes = new LinkedHashMap<>();
    private final Map<String, JsonNode> projections = new HashMap<>();
    private final Deque<Late> late = new ArrayDeque<>();
    private @Nullable Clock clock;
    private Duration lag = Duration.ZERO;
    private final List<StreamLog> streams = new ArrayList<>();
    private @Nullable String expiryAttribute;
    private int count;

    /** A change that the global indexes show later. */
    private record Late(
            Instant due,
            @Nullable ObjectNode before,
            @Nullable ObjectNode after) {}

    DynamoTable(JsonNode request) {
        definition = (ObjectNode) request.deepCopy();
        request.get("AttributeDefinitions")
                .forEach(attribute -> keyTypes.put(
                        attribute.get("AttributeName").asString(),
                        attribute.get("AttributeType").asString()));
        KeySchema primary = KeySchema.of(request.get("KeySchema"));
        refuseUndefined(primary);
        items = new KeyIndex(primary, primary);
        List<JsonNode> definitions = new ArrayList<>();
        request.path("GlobalSecondaryIndexes").forEach(definitions::add);
        request.path("LocalSecondaryIndexes").forEach(definitions::add);
        definitions.forEach(this::addIndex);
    }

    private void addIndex(JsonNode index) {
        KeySchema schema = KeySchema.of(index.get("KeySchema"));
        refuseUndefined(schema);
        String name = index.get("IndexName").asString();
        indexes.put(name, new KeyIndex(schema, items.schema()));
        projections.put(name, index.path("Projection"));
    }

    private void refuseUndefined(KeySchema schema) {
        for (String name : schema.names()) {
            if (!keyTypes.containsKey(name)) {
                throw DynamoError.invalidParameter("Some index key attributes are not defined in AttributeDefinitions."
                        + " Keys: [" + name + "], AttributeDefinitions: " + keyTypes.keySet());
            }
        }
    }

    String name() {
        return definition.get("TableName").asString();
    }

    String arn() {
        return "arn:aws:dynamodb:" + EmbeddedDynamo.REGION + ":000000000000:table/" + name();
    }

    KeyIndex items() {
        return items;
    }

    KeySchema primary() {
        return items.schema();
    }

    /** From now on the global indexes show a change so much later. */
    void lagIndexes(Clock by, Duration time) {
        clock = by;
        lag = time;
    }

    private void showDue() {
        Clock by = clock;
        while (by != null && !late.isEmpty() && !late.getFirst().due().isAfter(by.instant())) {
            Late change = late.removeFirst();
            show(change.before(), change.after(), true);
        }
    }

    private void show(@Nullable ObjectNode before, @Nullable ObjectNode after, boolean global) {
        indexes.forEach((name, index) -> {
            if (isGlobal(name) == global) {
                if (before != null) {
                    index.remove(before);
                }
                if (after != null) {
                    index.put(after);
                }
            }
        });
    }

    KeyIndex index(String name) {
        showDue();
        KeyIndex index = indexes.get(name);
        if (index == null) {
            throw DynamoError.invalid("The table does not have the specified index: " + name);
        }
        return index;
    }

    /** Deletes a global index, at once. */
    void dropIndex(String name) {
        index(name);
        indexes.remove(name);
        projections.remove(name);
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        definition
                .path("GlobalSecondaryIndexes")
                .valueStream()
                .filter(index -> !index.get("IndexName").asString().equals(name))
                .forEach(kept::add);
        definition.set("GlobalSecondaryIndexes", kept);
    }

    boolean isGlobal(String index) {
        return definition
                .path("GlobalSecondaryIndexes")
                .valueStream()
                .anyMatch(global -> global.get("IndexName").asString().equals(index));
    }

    /** What an index shows of an item. */
    ObjectNode projected(String index, ObjectNode item) {
        JsonNode projection = projections.get(index);
        if (projection == null
                || projection.path("ProjectionType").asString("ALL").equals("ALL")) {
            return item;
        }
        ObjectNode shown = primary().of(item);
        index(index).schema().names().forEach(name -> shown.set(name, item.get(name)));
        for (JsonNode name : projection.path("NonKeyAttributes")) {
            if (item.has(name.asString())) {
                shown.set(name.asString(), item.get(name.asString()));
            }
        }
        return shown;
    }

    /** The newest stream, also when it is disabled. */
    @Nullable
    StreamLog stream() {
        return streams.isEmpty() ? null : streams.get(streams.size() - 1);
    }

    /** All streams it ever had: a disabled one can still be read. */
    List<StreamLog> streams() {
        return streams;
    }

    @Nullable
    String expiryAttribute() {
        return expiryAttribute;
    }

    void expiryAttribute(@Nullable String attribute) {
        expiryAttribute = attribute;
    }

    ObjectNode key(JsonNode raw) {
        ObjectNode key = Attributes.item(raw);
        if (key.size() != primary().names().size() || !primary().covers(key)) {
            throw DynamoError.invalid("The provided key element does not match the schema");
        }
        refuseBadKey(key);
        return key;
    }

    private void refuseBadKey(ObjectNode item) {
        for (String name : primary().names()) {
            JsonNode value = item.get(name);
            if (value == null) {
                throw DynamoError.invalidParameter("Missing the key " + name + " in the item");
            }
            if (!value.has(keyTypes.get(name))) {
                throw DynamoError.invalidParameter("Type mismatch for key " + name + " expected: " + keyTypes.get(name)
                        + " actual: " + Attributes.type(value));
            }
            if (value.get(keyTypes.get(name)).asString().isEmpty()) {
                throw DynamoError.invalid("One or more parameter values are not valid. The AttributeValue for a key"
                        + " attribute cannot contain an empty string value. Key: " + name);
            }
        }
    }

    /** Refuses what the service would not store; called before anything is written. */
    void refuseBadItem(ObjectNode item) {
        refuseBadKey(item);
        indexes.forEach((name, index) -> refuseBadIndexKey(name, index.schema(), item));
        if (Attributes.size(item) > LARGEST_ITEM) {
            throw DynamoError.invalid("Item size has exceeded the maximum allowed size");
        }
    }

    private void refuseBadIndexKey(String index, KeySchema schema, ObjectNode item) {
        for (String name : schema.names()) {
            JsonNode value = item.get(name);
            if (value != null && !value.has(keyTypes.get(name))) {
                throw DynamoError.invalidParameter("Type mismatch for Index Key " + name + " Expected: "
                        + keyTypes.get(name) + " Actual: " + Attributes.type(value) + " IndexName: " + index);
            }
            if (value != null && value.get(keyTypes.get(name)).asString().isEmpty()) {
                throw DynamoError.invalid(
                        "One or more parameter values are not valid. A value specified for a secondary"
                                + " index key is not supported. The AttributeValue for a key attribute cannot contain an empty"
                                + " string value. IndexName: " + index + ", IndexKey: " + name);
            }
        }
    }

    /** Stores, replaces or, with null, removes the item at a key, and records the change unless nothing differs. */
    void store(ObjectNode key, @Nullable ObjectNode after, StreamLog.Origin origin) {
        ObjectNode before = items.get(key);
        if (before != null) {
            items.remove(before);
        }
        if (after != null) {
            items.put(after);
        }
        show(before, after, false);
        Clock by = clock;
        if (by == null) {
            show(before, after, true);
        } else {
            late.add(new Late(by.instant().plus(lag), before, after));
        }
        count += (after == null ? 0 : 1) - (before == null ? 0 : 1);
        StreamLog stream = stream();
        boolean same = before == null ? after == null : after != null && Attributes.sameItem(before, after);
        if (!same && stream != null && stream.enabled()) {
            String event = before == null ? "INSERT" : after == null ? "REMOVE" : "MODIFY";
            stream.append(event, key, before, after, origin);
        }
    }

    ObjectNode describe() {
        ObjectNode table = JsonNodeFactory.instance.objectNode();
        table.put("TableName", name()).put("TableArn", arn()).put("TableStatus", "ACTIVE");
        table.put("ItemCount", count);
        table.set("KeySchema", definition.get("KeySchema"));
        table.set("AttributeDefinitions", definition.get("AttributeDefinitions"));
        describeIndexes(table, "GlobalSecondaryIndexes");
        describeIndexes(table, "LocalSecondaryIndexes");
        String mode = definition.path("BillingMode").asString("PROVISIONED");
        table.putObject("BillingModeSummary").put("BillingMode", mode);
        if (definition.has("ProvisionedThroughput")) {
            table.set("ProvisionedThroughput", definition.get("ProvisionedThroughput"));
        }
        StreamLog stream = stream();
        if (stream != null) {
            table.put("LatestStreamArn", stream.arn()).put("LatestStreamLabel", stream.label());
            ObjectNode specification = table.putObject("StreamSpecification").put("StreamEnabled", stream.enabled());
            specification.put("StreamViewType", stream.viewType());
        }
        return table;
    }

    private void describeIndexes(ObjectNode table, String kind) {
        if (definition.has(kind)) {
            var list = table.putArray(kind);
            for (JsonNode index : definition.get(kind)) {
                ObjectNode shown = (ObjectNode) index.deepCopy();
                shown.put("IndexArn", arn() + "/index/" + index.get("IndexName").asString());
                list.add(kind.startsWith("Global") ? shown.put("IndexStatus", "ACTIVE") : shown);
            }
        }
    }
}
