package dev.lockstep.fanout.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.embedded.junit.DynamoServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
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
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * A service in a process of its own that is killed beside DynamoDB's tables, which live in another process; copies are
 * read with the plain client.
 */
class DynamoProcessesIT {
    @RegisterExtension
    static final DynamoServer SERVER = new DynamoServer();

    private static final int CUSTOMERS = 6;
    private static final int ORDERS = 60;
    private static final String REGION = "eu-imitation-1";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private DynamoDbClient dynamo;

    @BeforeEach
    void tables() {
        dynamo = DynamoDbClient.builder()
                .endpointOverride(SERVER.endpoint())
                .region(Region.of(REGION))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
        for (String name : List.of("customers", "orders")) {
            dynamo.createTable(table -> {
                table.tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(key -> key.attributeName("id").keyType(KeyType.HASH))
                        .streamSpecification(
                                stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
                if (name.equals("orders")) {
                    table.attributeDefinitions(
                                    type -> type.attributeName("id").attributeType(ScalarAttributeType.S),
                                    type -> type.attributeName("customerId").attributeType(ScalarAttributeType.S))
                            .globalSecondaryIndexes(index -> index.indexName("customerId")
                                    .keySchema(key ->
                                            key.attributeName("customerId").keyType(KeyType.HASH))
                                    .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY)));
                } else {
                    table.attributeDefinitions(type -> type.attributeName("id").attributeType(ScalarAttributeType.S));
                }
            });
        }
        for (int i = 0; i < CUSTOMERS; i++) {
            put("customers", Map.of("id", "c" + i, "name", "Name 0"));
        }
        for (int i = 0; i < ORDERS; i++) {
            put("orders", Map.of("id", "o" + i, "customerId", "c" + i % CUSTOMERS, "customerName", "Name 0"));
        }
    }

    @AfterEach
    void drop() {
        dynamo.deleteTable(table -> table.tableName("customers"));
        dynamo.deleteTable(table -> table.tableName("orders"));
        dynamo.close();
    }

    private void put(String table, Map<String, String> texts) {
        Map<String, AttributeValue> item = new HashMap<>();
        texts.forEach((name, text) -> item.put(name, AttributeValue.fromS(text)));
        dynamo.putItem(put -> put.tableName(table).item(item));
    }

    private void rename(int customer, String name) {
        put("customers", Map.of("id", "c" + customer, "name", name));
    }

    private boolean allHold(String name) {
        return dynamo.scanPaginator(scan -> scan.tableName("orders").consistentRead(true)).items().stream()
                        .filter(order -> order.get("customerName").s().equals(name))
                        .count()
                == ORDERS;
    }

    private ServiceProcess service() {
        List<String> arguments = new ArrayList<>(List.of(
                "--lockstep.stores.shop.kind=dynamodb",
                "--lockstep.stores.shop.endpoint=" + SERVER.endpoint(),
                "--lockstep.stores.shop.region=" + REGION,
                "--lockstep.stores.shop.credentials=any",
                "--lockstep.stores.shop.shard-poll=20ms",
                "--lockstep.stores.shop.write-page=4",
                "--lockstep.lookup.wait=1s",
                "--lockstep.lease.length=2s"));
        return ServiceProcess.begin(directory, "service.log", List.of("-Xmx256m"), arguments.toArray(String[]::new));
    }

    private void register(ServiceProcess service) {
        ServiceProcess.Answer answer = service.post("/api/v1/models", """
                {"lockstep": 1, "model": "order-customer",
                 "source": {"store": "shop", "collection": "customers", "key": {"customerId": "id"}},
                 "copies": [{"name": "orders", "collection": "orders", "pointer": {"customerId": "customerId"},
                             "find": {"by": "index", "index": "customerId"},
                             "fields": {"customerName": "name"}, "strategy": "stream"}]}
                """);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private static boolean hasNoOpenGap(ServiceProcess service) {
        return service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]");
    }

    @Test
    void killsLoseNothing() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int round = 0;
        try (ServiceProcess service = service().awaitStart()) {
            register(service);
            ProcessWorld.eventually(() -> hasNoOpenGap(service));
            round = rename(random, round);
            service.kill();
        }
        for (int kill = 0; kill < 2; kill++) {
            round = rename(random, round);
            try (ServiceProcess service = service().awaitReading()) {
                round = rename(random, round);
                service.kill();
            }
        }
        String last = "Name " + round;
        for (int i = 0; i < CUSTOMERS; i++) {
            rename(i, last);
        }
        try (ServiceProcess service = service().awaitReading()) {
            ProcessWorld.eventually(() -> allHold(last));
            assertThat(service.get("/api/v1/gaps").body())
                    .as("seed " + seed)
                    .doesNotContain("no longer", "is another one");
        }
    }

    private int rename(Random random, int before) {
        int round = before;
        for (int i = 0; i < 40; i++) {
            rename(random.nextInt(CUSTOMERS), "Name " + ++round);
        }
        return round;
    }

    @Test
    void s20OffForLongerThanTheHistoryIsAGapThatIsClosed() {
        assumeThat(SERVER.imitation()).isPresent();
        try (ServiceProcess service = service().awaitStart()) {
            register(service);
            ProcessWorld.eventually(() -> hasNoOpenGap(service));
            for (int i = 0; i < CUSTOMERS; i++) {
                rename(i, "before");
            }
            ProcessWorld.eventually(() -> allHold("before"));
            assertThat(service.terminate()).isEqualTo(143);
        }
        for (int i = 0; i < CUSTOMERS; i++) {
            rename(i, "while it was off");
        }
        SERVER.imitation().orElseThrow().trim("customers");
        try (ServiceProcess service = service().awaitStart()) {
            ProcessWorld.eventually(() -> allHold("while it was off"));
            ProcessWorld.eventually(
                    () -> service.get("/api/v1/gaps").body().contains("no longer has the stored position"));
            ProcessWorld.eventually(() -> hasNoOpenGap(service));
            for (int i = 0; i < CUSTOMERS; i++) {
                rename(i, "after");
            }
            ProcessWorld.eventually(() -> allHold("after"));
        }
    }
}
