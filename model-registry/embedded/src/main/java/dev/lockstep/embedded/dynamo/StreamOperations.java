package dev.lockstep.embedded.dynamo;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Requests about streams. An iterator is a text with the stream, the shard, the position and its generation. */
final class StreamOperations {
    private final Database database;
    private int generation;

    StreamOperations(Database database) {
        this.database = database;
    }

    /** Makes all iterators handed out so far too old, as they are after 15 minutes. */
    void expireIterators() {
        generation++;
    }

    ObjectNode list(JsonNode request) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode streams = answer.putArray("Streams");
        for (DynamoTable table : database.tables()) {
            boolean wanted = !request.has("TableName")
                    || request.get("TableName").asString().equals(table.name());
            for (StreamLog stream : wanted ? table.streams() : List.<StreamLog>of()) {
                ObjectNode shown = streams.addObject();
                shown.put("StreamArn", stream.arn()).put("StreamLabel", stream.label());
                shown.put("TableName", table.name());
            }
        }
        return answer;
    }

    ObjectNode describe(JsonNode request) {
        StreamLog stream = database.stream(request.get("StreamArn").asString());
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("StreamDescription", stream.describe(request));
        return answer;
    }

    ObjectNode iterator(JsonNode request) {
        StreamLog stream = database.stream(request.get("StreamArn").asString());
        String shard = request.get("ShardId").asString();
        return JsonNodeFactory.instance
                .objectNode()
                .put("ShardIterator", text(stream.arn(), shard, stream.position(request)));
    }

    ObjectNode records(JsonNode request) {
        String[] parts = parts(request.get("ShardIterator").asString());
        if (Integer.parseInt(parts[0]) != generation) {
            throw new DynamoError("ExpiredIteratorException", "Iterator expired.");
        }
        int limit = request.path("Limit").asInt(1000);
        StreamLog.Page page = database.stream(parts[1]).read(parts[2], new BigInteger(parts[3]), limit);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        page.records().forEach(answer.putArray("Records")::add);
        if (page.next() != null) {
            answer.put("NextShardIterator", text(parts[1], parts[2], page.next()));
        }
        return answer;
    }

    private String text(String arn, String shard, BigInteger position) {
        String text = generation + "|" + arn + "|" + shard + "|" + position;
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String[] parts(String iterator) {
        try {
            return new String(Base64.getDecoder().decode(iterator), StandardCharsets.UTF_8).split("\\|");
        } catch (IllegalArgumentException e) {
            throw DynamoError.invalid("Invalid ShardIterator");
        }
    }
}
