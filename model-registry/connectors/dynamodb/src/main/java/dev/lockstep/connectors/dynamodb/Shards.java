package dev.lockstep.connectors.dynamodb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;

/** The shards of a stream in their lineage, asked for anew each time. */
final class Shards {
    private final Client client;
    private final String arn;

    Shards(Client client, String arn) {
        this.client = client;
        this.arn = arn;
    }

    String arn() {
        return arn;
    }

    /** What the stream says of itself, all pages together. */
    record Listing(Map<String, Shard> shards, boolean enabled) {
        List<Shard> childrenOf(String parent) {
            return shards.values().stream()
                    .filter(shard -> parent.equals(shard.parentShardId()))
                    .toList();
        }
    }

    Listing list() {
        Map<String, Shard> shards = new LinkedHashMap<>();
        @Nullable String last = null;
        boolean enabled = true;
        do {
            String from = last;
            DescribeStreamResponse page = DynamoErrors.await(
                    "list the shards of " + arn,
                    client.streams()
                            .describeStream(stream -> stream.streamArn(arn).exclusiveStartShardId(from)));
            page.streamDescription().shards().forEach(shard -> shards.put(shard.shardId(), shard));
            StreamStatus status = page.streamDescription().streamStatus();
            enabled = status == StreamStatus.ENABLED || status == StreamStatus.ENABLING;
            last = page.streamDescription().lastEvaluatedShardId();
        } while (last != null);
        return new Listing(shards, enabled);
    }

    /** Those that still get records. */
    List<Shard> open() {
        return list().shards().values().stream()
                .filter(shard -> shard.sequenceNumberRange().endingSequenceNumber() == null)
                .toList();
    }

    /** Those whose parent is not served any more, or never was. */
    List<Shard> roots() {
        Listing listing = list();
        List<Shard> roots = new ArrayList<>();
        for (Shard shard : listing.shards().values()) {
            if (Optional.ofNullable(shard.parentShardId())
                    .filter(listing.shards()::containsKey)
                    .isEmpty()) {
                roots.add(shard);
            }
        }
        return roots;
    }
}
