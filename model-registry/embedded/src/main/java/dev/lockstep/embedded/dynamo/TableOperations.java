package dev.lockstep.embedded.dynamo;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Requests about tables: create, describe, change the stream or the time to live, delete. */
final class TableOperations {
    private final Database database;

    TableOperations(Database database) {
        this.database = database;
    }

    ObjectNode create(JsonNode request) {
        DynamoTable table = new DynamoTable(request);
        database.add(table);
        applyStream(table, request);
        return answer("TableDescription", table.describe());
    }

    private void applyStream(DynamoTable table, JsonNode request) {
        JsonNode specification = request.path("StreamSpecification");
        if (specification.isMissingNode()) {
            return;
        }
        StreamLog stream = table.stream();
        boolean on = stream != null && stream.enabled();
        boolean wanted = specification.path("StreamEnabled").asBoolean();
        if (wanted && on) {
            throw new DynamoError(
                    "ValidationException", "Table already has an enabled stream: TableName: " + table.name());
        }
        if (wanted) {
            table.streams()
                    .add(database.newStream(
                            table, specification.get("StreamViewType").asString()));
        } else if (stream != null && on) {
            stream.disable();
        }
    }

    ObjectNode update(JsonNode request) {
        DynamoTable table = database.table(request);
        for (JsonNode change : request.path("GlobalSecondaryIndexUpdates")) {
            if (!change.has("Delete")) {
                throw DynamoError.invalid("This imitation can only delete an index; create the table with its indexes");
            }
            table.dropIndex(change.get("Delete").get("IndexName").asString());
        }
        applyStream(table, request);
        return answer("TableDescription", table.describe());
    }

    ObjectNode describe(JsonNode request) {
        return answer("Table", known(request).describe());
    }

    private DynamoTable known(JsonNode request) {
        try {
            return database.table(request);
        } catch (DynamoError e) {
            String name = request.path("TableName").asString("");
            throw DynamoError.notFound("Requested resource not found: Table: " + name + " not found");
        }
    }

    ObjectNode delete(JsonNode request) {
        DynamoTable table = known(request);
        database.remove(table);
        return answer("TableDescription", table.describe().put("TableStatus", "DELETING"));
    }

    ObjectNode list(JsonNode request) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode names = answer.putArray("TableNames");
        database.tables().forEach(table -> names.add(table.name()));
        return answer;
    }

    ObjectNode updateTimeToLive(JsonNode request) {
        JsonNode specification = request.get("TimeToLiveSpecification");
        boolean enabled = specification.get("Enabled").asBoolean();
        String attribute = specification.get("AttributeName").asString();
        database.table(request).expiryAttribute(enabled ? attribute : null);
        return answer("TimeToLiveSpecification", specification);
    }

    ObjectNode describeTimeToLive(JsonNode request) {
        @Nullable String attribute = database.table(request).expiryAttribute();
        ObjectNode description = JsonNodeFactory.instance.objectNode();
        description.put("TimeToLiveStatus", attribute == null ? "DISABLED" : "ENABLED");
        if (attribute != null) {
            description.put("AttributeName", attribute);
        }
        return answer("TimeToLiveDescription", description);
    }

    private static ObjectNode answer(String name, JsonNode content) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set(name, content);
        return answer;
    }
}
