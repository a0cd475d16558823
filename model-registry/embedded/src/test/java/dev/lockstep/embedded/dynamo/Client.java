package dev.lockstep.embedded.dynamo;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;

/** A server, the two clients of the AWS SDK, and for each test a new table {@code shop} with a stream. */
abstract class Client {
    static final String TABLE = "shop";

    static EmbeddedDynamo server;
    static DynamoDbAsyncClient dynamo;
    static DynamoDbStreamsAsyncClient streams;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedDynamo.start(0, Clock.systemUTC());
        URI endpoint = server.endpoint();
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any"));
        Region region = Region.of(EmbeddedDynamo.REGION);
        dynamo = DynamoDbAsyncClient.builder()
                .endpointOverride(endpoint)
                .region(region)
                .credentialsProvider(credentials)
                .build();
        streams = DynamoDbStreamsAsyncClient.builder()
                .endpointOverride(endpoint)
                .region(region)
                .credentialsProvider(credentials)
                .build();
    }

    @AfterAll
    static void stopServer() {
        dynamo.close();
        streams.close();
        server.close();
    }

    @AfterEach
    void dropShop() {
        await(dynamo.deleteTable(table -> table.tableName(TABLE)));
    }

    @BeforeEach
    void createShop() {
        await(dynamo.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(string("PK"), string("SK"), string("GSI1PK"), string("status"))
                .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE))
                .globalSecondaryIndexes(index -> index.indexName("GSI1")
                        .keySchema(key("GSI1PK", KeyType.HASH), key("SK", KeyType.RANGE))
                        .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY)))
                .localSecondaryIndexes(index -> index.indexName("LSI1")
                        .keySchema(key("PK", KeyType.HASH), key("status", KeyType.RANGE))
                        .projection(projection -> projection
                                .projectionType(ProjectionType.INCLUDE)
                                .nonKeyAttributes("customerName")))
                .streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))));
    }

    private static AttributeDefinition string(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static Map<String, AttributeValue> key(String pk, String sk) {
        return Map.of("PK", s(pk), "SK", s(sk));
    }

    void put(String pk, String sk, Map<String, AttributeValue> more) {
        Map<String, AttributeValue> item = new HashMap<>(key(pk, sk));
        item.putAll(more);
        await(dynamo.putItem(put -> put.tableName(TABLE).item(item)));
    }

    Map<String, AttributeValue> get(String pk, String sk) {
        return await(dynamo.getItem(get -> get.tableName(TABLE).key(key(pk, sk)).consistentRead(true)))
                .item();
    }

    List<Map<String, AttributeValue>> orders(String pk) {
        return await(dynamo.query(query -> query.tableName(TABLE)
                        .keyConditionExpression("PK = :pk AND begins_with(SK, :sk)")
                        .expressionAttributeValues(Map.of(":pk", s(pk), ":sk", s("ORDER#")))))
                .items();
    }
}
