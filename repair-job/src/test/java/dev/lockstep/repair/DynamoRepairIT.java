package dev.lockstep.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.jdbc.JdbcStateStore;
import dev.lockstep.state.jdbc.StateSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The whole job on DynamoDB's tables, one of which holds several kinds of items; no stream is needed. */
class DynamoRepairIT {
    @RegisterExtension
    static final DynamoServer SERVER = new DynamoServer();

    private static final String REGION = "eu-imitation-1";
    private static final String MODEL = """
            {"lockstep":1,"model":"reviews-product",
             "source":{"store":"shop","collection":"shop","key":{"PK":"PRODUCT#{sku}","SK":"PRODUCT"}},
             "copies":[{"name":"reviews","collection":"shop","pointer":{"GSI1PK":"PRODUCT#{sku}"},
               "find":{"by":"index","index":"GSI1"},
               "fields":{"productTitle":"title"},"strategy":"repair"}]}""";

    @TempDir
    private Path folder;

    private DynamoDbClient dynamo;
    private JdbcStateStore state;

    @BeforeEach
    void aTableWithReviews() throws IOException {
        dynamo = DynamoDbClient.builder()
                .endpointOverride(SERVER.endpoint())
                .region(Region.of(REGION))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
        dynamo.createTable(table -> table.tableName("shop")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                        key -> key.attributeName("PK").keyType(KeyType.HASH),
                        key -> key.attributeName("SK").keyType(KeyType.RANGE))
                .attributeDefinitions(
                        type -> type.attributeName("PK").attributeType(ScalarAttributeType.S),
                        type -> type.attributeName("SK").attributeType(ScalarAttributeType.S),
                        type -> type.attributeName("GSI1PK").attributeType(ScalarAttributeType.S))
                .globalSecondaryIndexes(index -> index.indexName("GSI1")
                        .keySchema(key -> key.attributeName("GSI1PK").keyType(KeyType.HASH))
                        .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY))));
        put("PK", "PRODUCT#lamp", "SK", "PRODUCT", "title", "Desk lamp");
        put("PK", "PRODUCT#chair", "SK", "PRODUCT", "title", "Chair");
        for (int i = 0; i < 300; i++) {
            put("PK", "REVIEW#" + i, "SK", "REVIEW", "GSI1PK", "PRODUCT#chair", "productTitle", "Chair", "n", "" + i);
        }
        for (int i = 300; i < 307; i++) {
            put("PK", "REVIEW#" + i, "SK", "REVIEW", "GSI1PK", "PRODUCT#lamp", "productTitle", "Lamp", "n", "" + i);
        }
        put("PK", "USER#1", "SK", "PROFILE", "productTitle", "of another kind");
        state = JdbcStateStore.open(StateSettings.file(folder.resolve("state")));
        state.models()
                .save(
                        new ModelName("reviews-product"),
                        0,
                        new Revision(1, MODEL, "test", Instant.now(), null, ""),
                        true,
                        ModelState.UNVERIFIED);
        Files.writeString(
                folder.resolve("lockstep.yml"), """
                lockstep:
                  state:
                    directory: %s
                  stores:
                    shop:
                      kind: dynamodb
                      endpoint: %s
                      region: %s
                      credentials: any
                """.formatted(folder.resolve("state"), SERVER.endpoint(), REGION));
    }

    @AfterEach
    void close() {
        state.close();
        dynamo.deleteTable(table -> table.tableName("shop"));
        dynamo.close();
    }

    private void put(String... texts) {
        Map<String, AttributeValue> item = new HashMap<>();
        for (int i = 0; i < texts.length; i += 2) {
            item.put(texts[i], AttributeValue.fromS(texts[i + 1]));
        }
        dynamo.putItem(put -> put.tableName("shop").item(item));
    }

    private Map<String, Map<String, AttributeValue>> items() {
        Map<String, Map<String, AttributeValue>> items = new TreeMap<>();
        dynamo.scanPaginator(scan -> scan.tableName("shop").consistentRead(true))
                .items()
                .forEach(item -> items.put(item.get("PK").s(), item));
        return items;
    }

    private int job(String command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--model",
                "reviews-product",
                "--config",
                folder.resolve("lockstep.yml").toString()));
        return new RepairJob(print, print).run(arguments.toArray(String[]::new)).number();
    }

    @Test
    void findsAndRepairsDriftAndTouchesNothingElse() {
        Map<String, Map<String, AttributeValue>> before = items();

        assertThat(job("check")).isEqualTo(2);
        assertThat(job("dry-run")).isEqualTo(2);
        assertThat(items()).isEqualTo(before);
        assertThat(job("repair")).isZero();
        assertThat(job("check")).isZero();

        Map<String, Map<String, AttributeValue>> after = items();
        for (int i = 300; i < 307; i++) {
            Map<String, AttributeValue> expected = new HashMap<>(before.get("REVIEW#" + i));
            expected.put("productTitle", AttributeValue.fromS("Desk lamp"));
            Map<String, AttributeValue> item = new HashMap<>(after.get("REVIEW#" + i));
            assertThat(item.remove("_lockstep.reviews-product.reviews")).isNotNull();
            assertThat(item).isEqualTo(expected);
            after.put("REVIEW#" + i, before.get("REVIEW#" + i));
        }
        assertThat(after).isEqualTo(before);
    }
}
