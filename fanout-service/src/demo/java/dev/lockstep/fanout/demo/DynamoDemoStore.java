package dev.lockstep.fanout.demo;

import dev.lockstep.embedded.dynamo.EmbeddedDynamo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The imitation of DynamoDB with one table for users, orders, products and reviews. User 42 is left to whoever tries it. */
final class DynamoDemoStore implements DemoStore {
    private static final String TABLE = "shop";
    private static final int USERS = 100;
    private static final int PRODUCTS = 20;
    private static final List<String> TIERS = List.of("bronze", "silver", "gold");

    private final Random random = new Random(42);
    private @Nullable DynamoDbAsyncClient client;
    private int made;

    @Override
    public void start(int port) {
        try {
            EmbeddedDynamo server = EmbeddedDynamo.start(port, Clock.systemUTC());
            client = DynamoDbAsyncClient.builder()
                    .endpointOverride(server.endpoint())
                    .region(Region.of(EmbeddedDynamo.REGION))
                    .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                    .build();
        } catch (IOException e) {
            throw new IllegalStateException("Could not start the imitation of DynamoDB on port " + port, e);
        }
        client().createTable(table -> table.tableName(TABLE)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(
                                key -> key.attributeName("PK").keyType(KeyType.HASH),
                                key -> key.attributeName("SK").keyType(KeyType.RANGE))
                        .attributeDefinitions(text("PK"), text("SK"), text("GSI1PK"))
                        .globalSecondaryIndexes(index -> index.indexName("GSI1")
                                .keySchema(key -> key.attributeName("GSI1PK").keyType(KeyType.HASH))
                                .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY)))
                        .streamSpecification(
                                stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
                .join();
        load();
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private DynamoDbAsyncClient client() {
        DynamoDbAsyncClient known = client;
        if (known == null) {
            throw new IllegalStateException("the store is started first");
        }
        return known;
    }

    private void load() {
        for (int user = 1; user <= USERS; user++) {
            String tier = TIERS.get(user % TIERS.size());
            put("PK", "USER#" + user, "SK", "PROFILE", "name", SampleData.name(user), "tier", tier);
            for (int order = 1; order <= 10; order++) {
                put("PK", "USER#" + user, "SK", "ORDER#" + order, "userTier", tier, "status", "OPEN");
            }
        }
        for (int product = 1; product <= PRODUCTS; product++) {
            String title = SampleData.title(product);
            put("PK", "PRODUCT#" + product, "SK", "PRODUCT", "title", title);
            for (int review = 1; review <= 10; review++) {
                put(
                        "PK",
                        "REVIEW#" + product + "-" + review,
                        "SK",
                        "REVIEW",
                        "GSI1PK",
                        "PRODUCT#" + product,
                        "productTitle",
                        title);
            }
        }
    }

    private void put(String... texts) {
        Map<String, AttributeValue> item = new HashMap<>();
        for (int i = 0; i < texts.length; i += 2) {
            item.put(texts[i], AttributeValue.fromS(texts[i + 1]));
        }
        client().putItem(put -> put.tableName(TABLE).item(item)).join();
    }

    @Override
    public String settings(int port) {
        return """
                      kind: dynamodb
                      endpoint: http://127.0.0.1:%d
                      region: %s
                      credentials: any
                """.formatted(port, EmbeddedDynamo.REGION);
    }

    @Override
    public Path models(Path examples) {
        return examples.resolve("dynamodb");
    }

    @Override
    public Runnable renames() {
        return () -> {
            made++;
            if (made % 3 == 0) {
                set("PRODUCT#" + (1 + random.nextInt(PRODUCTS)), "PRODUCT", "title", SampleData.title(made));
            } else {
                int user = 1 + random.nextInt(USERS - 1);
                set("USER#" + (user == 42 ? USERS : user), "PROFILE", "tier", TIERS.get(made % TIERS.size()));
            }
        };
    }

    private void set(String pk, String sk, String attribute, String value) {
        client().updateItem(update -> update.tableName(TABLE)
                        .key(Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk)))
                        .updateExpression("SET #a = :v")
                        .expressionAttributeNames(Map.of("#a", attribute))
                        .expressionAttributeValues(Map.of(":v", AttributeValue.fromS(value))))
                .join();
    }

    @Override
    public String hints(int port, Path config) {
        return """
                Store      http://127.0.0.1:%d  (an imitation of DynamoDB: any region, any credentials)
                Try        aws dynamodb update-item --endpoint-url http://127.0.0.1:%d --region %s --table-name shop \\
                             --key '{"PK":{"S":"USER#42"},"SK":{"S":"PROFILE"}}' --update-expression 'SET tier = :t' \\
                             --expression-attribute-values '{":t":{"S":"platinum"}}'
                           curl 'http://127.0.0.1:8080/api/v1/models/user-orders/sources/42?fresh=5s&limit=3'
                """.formatted(port, port, EmbeddedDynamo.REGION);
    }
}
