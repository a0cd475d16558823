package dev.lockstep.connectors.dynamodb;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The SDK's client of tables with a table {@code customers} that has a stream, until told otherwise. */
final class ScriptedTables implements DynamoDbAsyncClient {
    @Nullable
    StreamViewType view = StreamViewType.NEW_AND_OLD_IMAGES;

    String arn = ScriptedStreams.ARN;
    boolean deleted;
    Function<BatchGetItemRequest, BatchGetItemResponse> gets =
            request -> BatchGetItemResponse.builder().build();

    @Override
    public CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request) {
        if (deleted) {
            return CompletableFuture.failedFuture(ResourceNotFoundException.builder()
                    .message("no table")
                    .statusCode(400)
                    .build());
        }
        return CompletableFuture.completedFuture(DescribeTableResponse.builder()
                .table(table -> table.tableName("customers")
                        .keySchema(key -> key.attributeName("id").keyType(KeyType.HASH))
                        .attributeDefinitions(type -> type.attributeName("id").attributeType(ScalarAttributeType.S))
                        .latestStreamArn(arn)
                        .streamSpecification(
                                stream -> stream.streamEnabled(view != null).streamViewType(view)))
                .build());
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> batchGetItem(BatchGetItemRequest request) {
        return CompletableFuture.completedFuture(gets.apply(request));
    }

    @Override
    public String serviceName() {
        return "dynamodb";
    }

    @Override
    public void close() {}
}
