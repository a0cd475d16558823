package dev.lockstep.embedded.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

class StreamsIT extends Client {
    private String arn() {
        return await(dynamo.describeTable(table -> table.tableName(TABLE)))
                .table()
                .latestStreamArn();
    }

    private List<Shard> shards() {
        String arn = arn();
        return await(streams.describeStream(stream -> stream.streamArn(arn)))
                .streamDescription()
                .shards();
    }

    private String iterator(String shard, ShardIteratorType type, @Nullable String sequence) {
        String arn = arn();
        return await(streams.getShardIterator(wanted -> wanted.streamArn(arn)
                        .shardId(shard)
                        .shardIteratorType(type)
                        .sequenceNumber(sequence)))
                .shardIterator();
    }

    private GetRecordsResponse page(String iterator) {
        return await(streams.getRecords(records -> records.shardIterator(iterator)));
    }

    private List<Record> all() {
        List<Record> records = new ArrayList<>();
        for (Shard shard : shards()) {
            records.addAll(page(iterator(shard.shardId(), ShardIteratorType.TRIM_HORIZON, null))
                    .records());
        }
        return records;
    }

    @Test
    void recordsEveryChangeWithBothImagesAndNothingWhenNothingChanged() {
        put("A", "1", Map.of("n", s("a")));
        put("A", "1", Map.of("n", s("a")));
        put("A", "1", Map.of("n", s("b")));
        await(dynamo.deleteItem(delete -> delete.tableName(TABLE).key(key("A", "1"))));
        List<Record> records = all();
        assertThat(records)
                .extracting(Record::eventName)
                .containsExactly(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE);
        assertThat(records.get(1).dynamodb().oldImage()).containsEntry("n", s("a"));
        assertThat(records.get(1).dynamodb().newImage()).containsEntry("n", s("b"));
        assertThat(records.get(2).dynamodb().keys()).isEqualTo(key("A", "1"));
        assertThat(records)
                .allSatisfy(record -> assertThat(record.userIdentity()).isNull());
    }

    @Test
    void tellsRemovalByExpiryFromADelete() {
        await(dynamo.updateTimeToLive(change -> change.tableName(TABLE)
                .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName("until"))));
        put("A", "1", Map.of("until", AttributeValue.fromN("1")));
        server.expireItems(TABLE, Instant.ofEpochSecond(2));
        Record removal = all().get(1);
        assertThat(removal.eventName()).isEqualTo(OperationType.REMOVE);
        assertThat(removal.userIdentity().type()).isEqualTo("Service");
        assertThat(removal.userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    }

    @Test
    void endsASplitShardAndGoesOnInItsChildren() {
        put("A", "1", Map.of());
        String parent = shards().get(0).shardId();
        server.splitShards(TABLE);
        put("A", "2", Map.of());
        assertThat(shards().get(0).sequenceNumberRange().endingSequenceNumber()).isNotNull();
        assertThat(shards().subList(1, 3)).extracting(Shard::parentShardId).containsOnly(parent);
        GetRecordsResponse last = page(iterator(parent, ShardIteratorType.TRIM_HORIZON, null));
        assertThat(last.records()).hasSize(1);
        assertThat(last.nextShardIterator()).isNull();
        assertThat(all()).hasSize(2);
    }

    @Test
    void goesOnAfterASequenceNumber() {
        put("A", "1", Map.of());
        put("A", "2", Map.of());
        String shard = shards().get(0).shardId();
        String first = all().get(0).dynamodb().sequenceNumber();
        GetRecordsResponse rest = page(iterator(shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, first));
        assertThat(rest.records())
                .extracting(record -> record.dynamodb().keys())
                .containsExactly(key("A", "2"));
        assertThat(page(rest.nextShardIterator()).records()).isEmpty();
    }

    @Test
    void refusesWhatHasBeenTrimmed() {
        put("A", "1", Map.of());
        String shard = shards().get(0).shardId();
        String sequence = all().get(0).dynamodb().sequenceNumber();
        String open = iterator(shard, ShardIteratorType.TRIM_HORIZON, null);
        server.trim(TABLE);
        assertThatThrownBy(() -> page(open)).isInstanceOf(TrimmedDataAccessException.class);
        assertThatThrownBy(() -> iterator(shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, sequence))
                .isInstanceOf(TrimmedDataAccessException.class);
        put("A", "2", Map.of());
        assertThat(all()).hasSize(1);
    }

    @Test
    void letsIteratorsExpire() {
        String iterator = iterator(shards().get(0).shardId(), ShardIteratorType.LATEST, null);
        server.expireIterators();
        assertThatThrownBy(() -> page(iterator)).isInstanceOf(ExpiredIteratorException.class);
    }

    @Test
    void makesANewStreamForANewViewTypeAndKeepsTheOldOneReadable() {
        put("A", "1", Map.of());
        String old = arn();
        await(dynamo.updateTable(
                table -> table.tableName(TABLE).streamSpecification(stream -> stream.streamEnabled(false))));
        await(dynamo.updateTable(table -> table.tableName(TABLE)
                .streamSpecification(stream -> stream.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY))));
        put("A", "2", Map.of());
        assertThat(arn()).isNotEqualTo(old);
        assertThat(all()).hasSize(1).allSatisfy(record -> {
            assertThat(record.dynamodb().hasNewImage()).isFalse();
            assertThat(record.dynamodb().keys()).isEqualTo(key("A", "2"));
        });
        assertThat(await(streams.describeStream(stream -> stream.streamArn(old)))
                        .streamDescription()
                        .streamStatus())
                .isEqualTo(StreamStatus.DISABLED);
    }
}
