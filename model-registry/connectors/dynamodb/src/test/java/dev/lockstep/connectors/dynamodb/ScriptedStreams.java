package dev.lockstep.connectors.dynamodb;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/** The SDK's client of streams with answers made up: what no server at hand does by itself. */
final class ScriptedStreams implements DynamoDbStreamsAsyncClient {
    static final String ARN = "arn:aws:dynamodb:eu-test-1:0:table/customers/stream/1";

    private final Map<String, Shard> shards = new LinkedHashMap<>();
    private final Map<String, List<Record>> records = new LinkedHashMap<>();
    private final List<Supplier<RuntimeException>> failures = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    boolean trimmed;

    ScriptedStreams shard(String id, @Nullable String parent, @Nullable String end) {
        shards.put(
                id,
                Shard.builder()
                        .shardId(id)
                        .parentShardId(parent)
                        .sequenceNumberRange(
                                range -> range.startingSequenceNumber("1").endingSequenceNumber(end))
                        .build());
        records.putIfAbsent(id, new ArrayList<>());
        return this;
    }

    ScriptedStreams record(String shard, long number, String key) {
        records.computeIfAbsent(shard, id -> new ArrayList<>())
                .add(Record.builder()
                        .eventName(OperationType.INSERT)
                        .dynamodb(change -> change.sequenceNumber(String.valueOf(number))
                                .approximateCreationDateTime(Instant.now())
                                .keys(Map.of("id", AttributeValue.fromS(key)))
                                .newImage(Map.of("id", AttributeValue.fromS(key))))
                        .build());
        return this;
    }

    /** The next GetRecords fails so. */
    void failNext(Supplier<RuntimeException> failure) {
        failures.add(failure);
    }

    static AwsServiceException failure(String code) {
        return DynamoDbException.builder()
                .statusCode(400)
                .message(code)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(code)
                        .build())
                .build();
    }

    @Override
    public CompletableFuture<DescribeStreamResponse> describeStream(DescribeStreamRequest request) {
        calls.add("describe");
        List<Shard> all = new ArrayList<>(shards.values());
        String after = request.exclusiveStartShardId();
        int from = after == null ? 0 : all.indexOf(shards.get(after)) + 1;
        List<Shard> page = all.subList(from, Math.min(all.size(), from + 2));
        boolean more = from + 2 < all.size();
        return CompletableFuture.completedFuture(DescribeStreamResponse.builder()
                .streamDescription(stream -> stream.streamStatus(StreamStatus.ENABLED)
                        .shards(page)
                        .lastEvaluatedShardId(more ? page.get(page.size() - 1).shardId() : null))
                .build());
    }

    /** An iterator is the shard and the number of records before it. */
    @Override
    public CompletableFuture<GetShardIteratorResponse> getShardIterator(GetShardIteratorRequest request) {
        calls.add("iterator " + request.shardId() + " " + request.shardIteratorType());
        if (trimmed) {
            return CompletableFuture.failedFuture(TrimmedDataAccessException.builder()
                    .message("trimmed")
                    .statusCode(400)
                    .build());
        }
        List<Record> all = records.getOrDefault(request.shardId(), List.of());
        int at = switch (request.shardIteratorType()) {
            case LATEST -> all.size();
            case AFTER_SEQUENCE_NUMBER ->
                (int) all.stream()
                        .filter(record -> Long.parseLong(record.dynamodb().sequenceNumber())
                                <= Long.parseLong(request.sequenceNumber()))
                        .count();
            default -> 0;
        };
        return CompletableFuture.completedFuture(GetShardIteratorResponse.builder()
                .shardIterator(request.shardId() + "/" + at)
                .build());
    }

    @Override
    public CompletableFuture<GetRecordsResponse> getRecords(GetRecordsRequest request) {
        String[] iterator = request.shardIterator().split("/");
        calls.add("records " + iterator[0]);
        if (!failures.isEmpty()) {
            return CompletableFuture.failedFuture(failures.remove(0).get());
        }
        List<Record> all = records.getOrDefault(iterator[0], List.of());
        int from = Integer.parseInt(iterator[1]);
        List<Record> page = List.copyOf(all.subList(from, Math.min(all.size(), from + request.limit())));
        Shard shard = shards.get(iterator[0]);
        boolean ended = shard != null
                && shard.sequenceNumberRange().endingSequenceNumber() != null
                && from + page.size() == all.size();
        return CompletableFuture.completedFuture(GetRecordsResponse.builder()
                .records(page)
                .nextShardIterator(ended ? null : iterator[0] + "/" + (from + page.size()))
                .build());
    }

    @Override
    public String serviceName() {
        return "dynamodb";
    }

    @Override
    public void close() {}
}
