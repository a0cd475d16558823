package dev.lockstep.embedded.dynamo;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stream of one table: shards in their lineage, and the records that are still kept. Guarded by the server's lock.
 */
final class StreamLog {
    private static final BigInteger FIRST = new BigInteger("100000000000000000000");

    private final String arn;
    private final String label;
    private final String viewType;
    private final Map<String, Shard> shards = new LinkedHashMap<>();
    private BigInteger last = FIRST;
    private boolean enabled = true;

    /** Records in order; a closed shard has an end and gets no more of them. */
    private static final class Shard {
        private final String id;
        private final @Nullable String parent;
        private final BigInteger start;
        private @Nullable BigInteger end;
        private BigInteger oldest;
        private final List<ObjectNode> records = new ArrayList<>();

        private Shard(String id, @Nullable String parent, BigInteger start) {
            this.id = id;
            this.parent = parent;
            this.start = start;
            this.oldest = start;
        }
    }

    StreamLog(String tableArn, String label, String viewType) {
        this.arn = tableArn + "/stream/" + label;
        this.label = label;
        this.viewType = viewType;
        open(null);
    }

    String arn() {
        return arn;
    }

    String label() {
        return label;
    }

    String viewType() {
        return viewType;
    }

    boolean enabled() {
        return enabled;
    }

    private void open(@Nullable String parent) {
        String id = "shardId-%020d-%08x".formatted(shards.size() + 1, label.hashCode());
        shards.put(id, new Shard(id, parent, next()));
    }

    private BigInteger next() {
        last = last.add(BigInteger.valueOf(97));
        return last;
    }

    /** Closes every open shard; each gets two children, as when the service splits a partition. */
    void split() {
        for (Shard shard : openShards()) {
            shard.end = next();
            open(shard.id);
            open(shard.id);
        }
    }

    void disable() {
        enabled = false;
        openShards().forEach(shard -> shard.end = next());
    }

    /** Forgets all records so far, and the closed shards. */
    void trim() {
        for (Shard shard : shards.values()) {
            shard.records.clear();
            shard.oldest = next();
        }
        shards.values().removeIf(shard -> shard.end != null);
    }

    private List<Shard> openShards() {
        return shards.values().stream().filter(shard -> shard.end == null).toList();
    }

    void append(String event, ObjectNode keys, @Nullable ObjectNode before, @Nullable ObjectNode after, Origin origin) {
        List<Shard> open = openShards();
        Shard shard = open.get(Math.floorMod(keys.toString().hashCode(), open.size()));
        BigInteger sequence = next();
        ObjectNode change = JsonNodeFactory.instance.objectNode();
        change.put("ApproximateCreationDateTime", origin.seconds());
        change.set("Keys", keys);
        if (before != null && viewType.matches("OLD_IMAGE|NEW_AND_OLD_IMAGES")) {
            change.set("OldImage", before);
        }
        if (after != null && viewType.matches("NEW_IMAGE|NEW_AND_OLD_IMAGES")) {
            change.set("NewImage", after);
        }
        change.put("SequenceNumber", sequence.toString());
        change.put("SizeBytes", Attributes.size(keys));
        change.put("StreamViewType", viewType);
        shard.records.add(record(event, sequence, change, origin));
    }

    /** When a change was made, and whether by the service itself because an item had expired. */
    record Origin(long seconds, boolean expiry) {}

    private static ObjectNode record(String event, BigInteger sequence, ObjectNode change, Origin origin) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("eventID", sequence.toString(16));
        record.put("eventName", event);
        record.put("eventVersion", "1.1");
        record.put("eventSource", "aws:dynamodb");
        record.put("awsRegion", EmbeddedDynamo.REGION);
        record.set("dynamodb", change);
        if (origin.expiry()) {
            record.putObject("userIdentity").put("Type", "Service").put("PrincipalId", "dynamodb.amazonaws.com");
        }
        return record;
    }

    ObjectNode describe(JsonNode request) {
        ObjectNode stream = JsonNodeFactory.instance.objectNode();
        stream.put("StreamArn", arn).put("StreamLabel", label).put("StreamViewType", viewType);
        stream.put("StreamStatus", enabled ? "ENABLED" : "DISABLED");
        ArrayNode list = stream.putArray("Shards");
        boolean started = !request.has("ExclusiveStartShardId");
        int limit = request.path("Limit").asInt(100);
        for (Shard shard : shards.values()) {
            if (started && list.size() == limit) {
                stream.put(
                        "LastEvaluatedShardId",
                        list.get(limit - 1).get("ShardId").asString());
                break;
            } else if (started) {
                list.add(describe(shard));
            } else {
                started = shard.id.equals(request.get("ExclusiveStartShardId").asString());
            }
        }
        return stream;
    }

    private static ObjectNode describe(Shard shard) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("ShardId", shard.id);
        if (shard.parent != null) {
            node.put("ParentShardId", shard.parent);
        }
        ObjectNode range = node.putObject("SequenceNumberRange").put("StartingSequenceNumber", shard.start.toString());
        if (shard.end != null) {
            range.put("EndingSequenceNumber", shard.end.toString());
        }
        return node;
    }

    /** The sequence number from which a new iterator reads. */
    BigInteger position(JsonNode request) {
        Shard shard = shard(request.get("ShardId").asString());
        String type = request.get("ShardIteratorType").asString();
        if (type.equals("TRIM_HORIZON")) {
            return shard.oldest;
        }
        if (type.equals("LATEST")) {
            return last.add(BigInteger.ONE);
        }
        BigInteger given = new BigInteger(request.get("SequenceNumber").asString());
        BigInteger position = type.equals("AFTER_SEQUENCE_NUMBER") ? given.add(BigInteger.ONE) : given;
        refuseTrimmed(shard, position);
        return position;
    }

    private static void refuseTrimmed(Shard shard, BigInteger position) {
        if (position.compareTo(shard.oldest) < 0) {
            throw new DynamoError(
                    "TrimmedDataAccessException", "The requested data has been trimmed from the stream: " + shard.id);
        }
    }

    private Shard shard(String id) {
        Shard shard = shards.get(id);
        if (shard == null) {
            throw DynamoError.notFound("Requested resource not found: Shard: " + id + " does not exist");
        }
        return shard;
    }

    /** Records from a position on; {@code next} is null when a closed shard has been read to its end. */
    record Page(List<ObjectNode> records, @Nullable BigInteger next) {}

    Page read(String shardId, BigInteger position, int limit) {
        Shard shard = shard(shardId);
        refuseTrimmed(shard, position);
        List<ObjectNode> records = new ArrayList<>();
        BigInteger next = position;
        boolean more = false;
        for (ObjectNode record : shard.records.subList(from(shard, position), shard.records.size())) {
            if (records.size() == limit) {
                more = true;
                break;
            }
            records.add(record);
            next = sequence(record).add(BigInteger.ONE);
        }
        return new Page(records, shard.end != null && !more ? null : next);
    }

    private static int from(Shard shard, BigInteger position) {
        int low = 0;
        int high = shard.records.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sequence(shard.records.get(middle)).compareTo(position) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static BigInteger sequence(ObjectNode record) {
        return new BigInteger(record.get("dynamodb").get("SequenceNumber").asString());
    }
}
