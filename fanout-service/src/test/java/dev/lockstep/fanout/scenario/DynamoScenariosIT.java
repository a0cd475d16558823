package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.fanout.FanoutServiceApplication;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Each test has tables of its own, named after its scenario, in one service; the plain client is the application. */
@SpringBootTest(
        classes = FanoutServiceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "lockstep.stores.shop.kind=dynamodb",
            "lockstep.stores.shop.region=eu-imitation-1",
            "lockstep.stores.shop.credentials=any",
            "lockstep.stores.shop.shard-poll=20ms",
            "lockstep.delete.wait=1s",
            "lockstep.lookup.wait=2s"
        })
@DirtiesContext
class DynamoScenariosIT extends Scenario {
    @RegisterExtension
    static final DynamoServer SERVER = new DynamoServer();

    private static DynamoDbClient dynamo;

    @Autowired
    private MeterRegistry meters;

    @DynamicPropertySource
    static void store(DynamicPropertyRegistry properties) {
        properties.add("lockstep.stores.shop.endpoint", SERVER::endpoint);
    }

    @BeforeAll
    static void connect() {
        dynamo = DynamoDbClient.builder()
                .endpointOverride(SERVER.endpoint())
                .region(Region.of("eu-imitation-1"))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }

    @AfterAll
    static void disconnect() {
        dynamo.close();
    }

    // ---------------------------------------------------------------- the application

    /** A table with the key {@code id}, and a KEYS_ONLY index of the same name for each of these attributes. */
    private static void table(String name, String... indexed) {
        create(name, List.of("id"), indexed);
    }

    private static void create(String name, List<String> key, String... indexed) {
        List<String> attributes = new ArrayList<>(key);
        List<GlobalSecondaryIndex> indexes = new ArrayList<>();
        for (String attribute : indexed) {
            attributes.add(attribute);
            indexes.add(GlobalSecondaryIndex.builder()
                    .indexName(attribute)
                    .keySchema(part(attribute, KeyType.HASH))
                    .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                    .build());
        }
        List<KeySchemaElement> schema = new ArrayList<>(List.of(part(key.get(0), KeyType.HASH)));
        if (key.size() > 1) {
            schema.add(part(key.get(1), KeyType.RANGE));
        }
        dynamo.createTable(table -> {
            table.tableName(name)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .keySchema(schema)
                    .attributeDefinitions(attributes.stream()
                            .map(attribute -> AttributeDefinition.builder()
                                    .attributeName(attribute)
                                    .attributeType(ScalarAttributeType.S)
                                    .build())
                            .toList())
                    .streamSpecification(
                            stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES));
            if (!indexes.isEmpty()) {
                table.globalSecondaryIndexes(indexes);
            }
        });
    }

    private static KeySchemaElement part(String attribute, KeyType type) {
        return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
    }

    private static Map<String, AttributeValue> item(String... namesAndTexts) {
        Map<String, AttributeValue> item = new HashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            item.put(namesAndTexts[i], AttributeValue.fromS(namesAndTexts[i + 1]));
        }
        return item;
    }

    private static void put(String table, String... namesAndTexts) {
        dynamo.putItem(put -> put.tableName(table).item(item(namesAndTexts)));
    }

    private static void set(String table, Map<String, AttributeValue> key, String attribute, String value) {
        dynamo.updateItem(update -> update.tableName(table)
                .key(key)
                .updateExpression("SET #a = :v")
                .conditionExpression("attribute_exists(#k)")
                .expressionAttributeNames(
                        Map.of("#a", attribute, "#k", key.keySet().iterator().next()))
                .expressionAttributeValues(Map.of(":v", AttributeValue.fromS(value))));
    }

    private static String value(String table, Map<String, AttributeValue> key, String attribute) {
        AttributeValue found = dynamo.getItem(
                        get -> get.tableName(table).key(key).consistentRead(true))
                .item()
                .get(attribute);
        return found == null ? "" : found.s();
    }

    private static long count(String table, Predicate<Map<String, AttributeValue>> wanted) {
        return dynamo.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                .filter(wanted)
                .count();
    }

    private static Predicate<Map<String, AttributeValue>> has(String attribute, String value) {
        return item ->
                item.containsKey(attribute) && value.equals(item.get(attribute).s());
    }

    private static Map<String, AttributeValue> id(String id) {
        return item("id", id);
    }

    private void registerByIndex(String model, String sources, String copies, String index, String more) {
        post("""
                {"lockstep": 1, "model": "%s",
                 "source": {"store": "shop", "collection": "%s", "key": {"customerId": "id"}},
                 "copies": [{"name": "copies", "collection": "%s", "pointer": {"%s": "customerId"},
                             "find": {"by": "index", "index": "%s"},
                             "fields": {"customerName": "name"}, "strategy": "stream"%s}]}
                """.formatted(model, sources, copies, index, index, more));
        awaitFilled(model);
        // a table's first model is checked in full
        eventually(() -> get("/api/v1/models/" + model + "/status").contains("\"openGaps\":[]"));
    }

    private double meter(String name, String model) {
        return meters.find(name).tag("model", model).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private double checks(String model) {
        return meters.find("lockstep.copies").tag("model", model).counters().stream()
                .filter(counter ->
                        String.valueOf(counter.getId().getTag("outcome")).startsWith("checked"))
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    // ---------------------------------------------------------------- scenarios

    @Test
    void s1ARenameReachesEveryOrder() {
        table("s1_customers");
        table("s1_orders", "customerId");
        put("s1_customers", "id", "cust_42", "name", "Zubaida");
        for (int i = 0; i < 30; i++) {
            put("s1_orders", "id", "o" + i, "customerId", "cust_42", "customerName", "Zubaida");
        }
        registerByIndex("s1", "s1_customers", "s1_orders", "customerId", "");
        set("s1_customers", id("cust_42"), "name", "Zubaida B.");
        eventually(() -> count("s1_orders", has("customerName", "Zubaida B.")) == 30);
    }

    @Test
    void s2AnAuthorWithTenThousandPostsAndTheirEchoIsNoWork() {
        table("s2_customers");
        table("s2_posts", "customerId");
        put("s2_customers", "id", "ann", "name", "1.png");
        List<WriteRequest> batch = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Map<String, AttributeValue> post =
                    item("id", "p" + i, "customerId", "ann", "customerName", "1.png", "text", "post " + i);
            batch.add(WriteRequest.builder().putRequest(put -> put.item(post)).build());
            if (batch.size() == 25) {
                dynamo.batchWriteItem(write -> write.requestItems(Map.of("s2_posts", List.copyOf(batch))));
                batch.clear();
            }
        }
        registerByIndex("s2", "s2_customers", "s2_posts", "customerId", "");
        double before = checks("s2");
        set("s2_customers", id("ann"), "name", "2.png");
        eventually(() -> count("s2_posts", has("customerName", "2.png")) == 10_000);
        put("s2_posts", "id", "last", "customerId", "ann", "customerName", "0.png");
        eventually(() -> value("s2_posts", id("last"), "customerName").equals("2.png"));
        eventually(() -> checks("s2") == before + 2);
    }

    @Test
    void s3AUsersTierReachesTheOrdersOfTheSamePartition() {
        create("s3", List.of("PK", "SK"));
        put("s3", "PK", "USER#42", "SK", "PROFILE", "tier", "silver");
        put("s3", "PK", "USER#7", "SK", "PROFILE", "tier", "bronze");
        for (int i = 0; i < 20; i++) {
            put("s3", "PK", "USER#42", "SK", "ORDER#" + i, "tier", "silver");
        }
        put("s3", "PK", "USER#42", "SK", "ADDRESS#1", "tier", "none of this");
        put("s3", "PK", "USER#7", "SK", "ORDER#1", "tier", "bronze");
        post("""
                {"lockstep": 1, "model": "s3",
                 "source": {"store": "shop", "collection": "s3", "key": {"PK": "USER#{userId}", "SK": "PROFILE"}},
                 "copies": [{"name": "orders", "collection": "s3",
                             "find": {"by": "key", "key": {"PK": "USER#{userId}", "SK": {"beginsWith": "ORDER#"}}},
                             "fields": {"tier": "tier"}, "strategy": "stream"}]}
                """);
        awaitFilled("s3");
        set("s3", item("PK", "USER#42", "SK", "PROFILE"), "tier", "gold");
        eventually(() -> count("s3", has("tier", "gold")) == 21);
        put("s3", "PK", "USER#42", "SK", "ORDER#stale", "tier", "silver");
        put("s3", "PK", "USER#42", "SK", "ADDRESS#2", "tier", "none of this");
        eventually(() ->
                value("s3", item("PK", "USER#42", "SK", "ORDER#stale"), "tier").equals("gold"));
        assertThat(count("s3", has("tier", "none of this"))).isEqualTo(2);
        assertThat(value("s3", item("PK", "USER#7", "SK", "ORDER#1"), "tier")).isEqualTo("bronze");
        assertThat(count(
                        "s3",
                        item -> item.containsKey("_lockstep.s3.orders")
                                && !item.get("SK").s().startsWith("ORDER#")))
                .isZero();
    }

    @Test
    void s4OrdersAnywhereInTheTableAreFoundByAnIndexThatLags() {
        create("s4", List.of("PK", "SK"), "GSI1PK");
        put("s4", "PK", "CUSTOMER#42", "SK", "PROFILE", "name", "Zubaida 0");
        SERVER.imitation().ifPresent(imitation -> imitation.lagIndexes("s4", Duration.ofMillis(700)));
        post("""
                {"lockstep": 1, "model": "s4",
                 "source": {"store": "shop", "collection": "s4", "key": {"PK": "CUSTOMER#{id}", "SK": "PROFILE"}},
                 "copies": [{"name": "orders", "collection": "s4", "pointer": {"GSI1PK": "CUSTOMER#{id}"},
                             "find": {"by": "index", "index": "GSI1PK"},
                             "fields": {"customerName": "name"}, "strategy": "stream"}]}
                """);
        awaitFilled("s4");
        for (int i = 1; i <= 20; i++) {
            String stale = value("s4", item("PK", "CUSTOMER#42", "SK", "PROFILE"), "name");
            put("s4", "PK", "ORDER#" + i, "SK", "META", "GSI1PK", "CUSTOMER#42", "customerName", stale);
            set("s4", item("PK", "CUSTOMER#42", "SK", "PROFILE"), "name", "Zubaida " + i);
        }
        eventually(() -> count("s4", has("customerName", "Zubaida 20")) == 20);
    }

    @Test
    void s5BothSidesOfAnAdjacencyList() {
        create("s5", List.of("PK", "SK"), "SK");
        put("s5", "PK", "STUDENT#7", "SK", "PROFILE", "name", "Ann");
        put("s5", "PK", "COURSE#9", "SK", "PROFILE", "name", "Maths");
        put("s5", "PK", "STUDENT#7", "SK", "COURSE#9", "courseName", "Maths", "studentName", "Ann");
        put("s5", "PK", "COURSE#9", "SK", "STUDENT#7", "courseName", "Maths", "studentName", "Ann");
        for (String[] side : new String[][] {{"student", "STUDENT", "COURSE"}, {"course", "COURSE", "STUDENT"}}) {
            post("""
                    {"lockstep": 1, "model": "s5-%1$s",
                     "source": {"store": "shop", "collection": "s5", "key": {"PK": "%2$s#{id}", "SK": "PROFILE"}},
                     "copies": [
                      {"name": "own", "collection": "s5",
                       "find": {"by": "key", "key": {"PK": "%2$s#{id}", "SK": {"beginsWith": "%3$s#"}}},
                       "fields": {"%1$sName": "name"}, "strategy": "stream"},
                      {"name": "mirror", "collection": "s5", "pointer": {"SK": "%2$s#{id}"},
                       "find": {"by": "index", "index": "SK"},
                       "fields": {"%1$sName": "name"}, "strategy": "stream"}]}
                    """.formatted(side[0], side[1], side[2]));
            awaitFilled("s5-" + side[0]);
        }
        set("s5", item("PK", "STUDENT#7", "SK", "PROFILE"), "name", "Anna");
        set("s5", item("PK", "COURSE#9", "SK", "PROFILE"), "name", "Algebra");
        eventually(() -> count("s5", has("studentName", "Anna").and(has("courseName", "Algebra"))) == 2);
        assertThat(count("s5", item -> item.get("SK").s().equals("PROFILE") && item.size() == 3))
                .isEqualTo(2);
    }

    @Test
    void s16ADeletedCustomersOrdersAreKeptUnsetMarkedOrDeleted() {
        for (String policy : List.of("keep", "unset", "mark", "delete")) {
            String name = "s16" + policy;
            table(name + "_customers");
            table(name + "_orders", "customerId");
            put(name + "_customers", "id", "a", "name", "Ann");
            for (int i = 0; i < 5; i++) {
                put(name + "_orders", "id", "o" + i, "customerId", "a", "customerName", "Ann", "total", "" + i);
            }
            registerByIndex(
                    name,
                    name + "_customers",
                    name + "_orders",
                    "customerId",
                    ", \"onSourceDelete\": \"" + policy + "\""
                            + (policy.equals("mark") ? ", \"mark\": {\"gone\": \"yes\"}" : ""));
            dynamo.deleteItem(delete -> delete.tableName(name + "_customers").key(id("a")));
            switch (policy) {
                case "unset" ->
                    eventually(() -> count(name + "_orders", item -> !item.containsKey("customerName")) == 5);
                case "mark" -> eventually(() -> count(name + "_orders", has("gone", "yes")) == 5);
                case "delete" -> eventually(() -> count(name + "_orders", item -> true) == 0);
                default ->
                    assertThat(count(name + "_orders", has("customerName", "Ann")))
                            .isEqualTo(5);
            }
            assertThat(count(name + "_orders", item -> item.containsKey("total")))
                    .isEqualTo(policy.equals("delete") ? 0 : 5);
        }
    }

    @Test
    void s17AMovedOrderTakesItsNewCustomersName() {
        table("s17_customers");
        table("s17_orders", "customerId");
        put("s17_customers", "id", "a", "name", "Ann");
        put("s17_customers", "id", "b", "name", "Bob");
        put("s17_orders", "id", "1", "customerId", "a", "customerName", "Ann");
        registerByIndex("s17", "s17_customers", "s17_orders", "customerId", "");
        set("s17_orders", id("1"), "customerId", "b");
        eventually(() -> value("s17_orders", id("1"), "customerName").equals("Bob"));
        set("s17_customers", id("b"), "name", "Bobby");
        eventually(() -> value("s17_orders", id("1"), "customerName").equals("Bobby"));
    }

    @Test
    void s18OrdersCreatedWithAStaleNameWhileARenameRunsAreRight() {
        table("s18_customers");
        table("s18_orders", "customerId");
        put("s18_customers", "id", "a", "name", "Ann 0");
        registerByIndex("s18", "s18_customers", "s18_orders", "customerId", "");
        for (int i = 1; i <= 50; i++) {
            String stale = value("s18_customers", id("a"), "name");
            set("s18_customers", id("a"), "name", "Ann " + i);
            put("s18_orders", "id", "o" + i, "customerId", "a", "customerName", stale);
        }
        eventually(() -> count("s18_orders", has("customerName", "Ann 50")) == 50);
    }

    @Test
    void s19AnEditByHandIsCountedAndPutRight() {
        table("s19_customers");
        table("s19_orders", "customerId");
        put("s19_customers", "id", "a", "name", "Ann");
        put("s19_orders", "id", "1", "customerId", "a", "customerName", "Ann");
        registerByIndex("s19", "s19_customers", "s19_orders", "customerId", "");
        set("s19_orders", id("1"), "customerName", "Eve");
        eventually(() -> value("s19_orders", id("1"), "customerName").equals("Ann"));
        eventually(() -> meter("lockstep.foreign.writes", "s19") == 1);
    }

    @Test
    void s22TwinItemsAreWrittenByTheirCompleteKey() {
        create("s22", List.of("PK", "SK"));
        put("s22", "PK", "ORDER#1", "SK", "ORDER#1", "status", "NEW", "userId", "123");
        put("s22", "PK", "USER#123", "SK", "ORDER#1", "status", "NEW");
        put("s22", "PK", "USER#123", "SK", "ORDER#2", "status", "NEW");
        post("""
                {"lockstep": 1, "model": "s22",
                 "source": {"store": "shop", "collection": "s22", "key": {"PK": "ORDER#{orderId}", "SK": "ORDER#{orderId}"}},
                 "copies": [{"name": "twins", "collection": "s22", "pointer": {"SK": "ORDER#{orderId}"},
                             "find": {"by": "key", "key": {"PK": "USER#123", "SK": "ORDER#{orderId}"}},
                             "fields": {"status": "status"}, "strategy": "stream"}]}
                """);
        awaitFilled("s22");
        set("s22", item("PK", "ORDER#1", "SK", "ORDER#1"), "status", "PAID");
        eventually(() ->
                value("s22", item("PK", "USER#123", "SK", "ORDER#1"), "status").equals("PAID"));
        assertThat(value("s22", item("PK", "USER#123", "SK", "ORDER#2"), "status"))
                .isEqualTo("NEW");
    }

    @Test
    void s26AFieldIsAddedToARunningModel() {
        table("s26_customers");
        table("s26_orders", "customerId");
        put("s26_customers", "id", "a", "name", "Ann", "tier", "gold");
        for (int i = 0; i < 200; i++) {
            put("s26_orders", "id", "o" + i, "customerId", "a", "customerName", "Ann");
        }
        registerByIndex("s26", "s26_customers", "s26_orders", "customerId", "");
        replace("""
                {"lockstep": 1, "model": "s26",
                 "source": {"store": "shop", "collection": "s26_customers", "key": {"customerId": "id"}},
                 "copies": [{"name": "copies", "collection": "s26_orders", "pointer": {"customerId": "customerId"},
                             "find": {"by": "index", "index": "customerId"},
                             "fields": {"customerName": "name", "customerTier": "tier"}, "strategy": "stream"}]}
                """, "/api/v1/models/s26", "\"1\"");
        set("s26_customers", id("a"), "name", "Anna");
        eventually(() -> count("s26_orders", has("customerTier", "gold").and(has("customerName", "Anna"))) == 200);
        awaitFilled("s26");
    }

    @Test
    void s27WholeSavesThatDropTheLabelEndRight() {
        table("s27_customers");
        table("s27_orders", "customerId");
        put("s27_customers", "id", "a", "name", "Ann 0");
        for (int i = 0; i < 20; i++) {
            put("s27_orders", "id", "o" + i, "customerId", "a", "customerName", "Ann 0");
        }
        registerByIndex("s27", "s27_customers", "s27_orders", "customerId", "");
        for (int i = 1; i <= 60; i++) {
            String read = value("s27_orders", id("o" + i % 20), "customerName");
            set("s27_customers", id("a"), "name", "Ann " + i);
            put("s27_orders", "id", "o" + i % 20, "customerId", "a", "customerName", read, "saved", "" + i);
        }
        eventually(() -> count("s27_orders", has("customerName", "Ann 60")) == 20);
    }

    @Test
    void aSplitOfTheShardsLosesAndReordersNothing() {
        assumeThat(SERVER.imitation()).isPresent();
        table("split_customers");
        table("split_orders", "customerId");
        for (int i = 0; i < 10; i++) {
            put("split_customers", "id", "c" + i, "name", "Name 0");
            put("split_orders", "id", "o" + i, "customerId", "c" + i, "customerName", "Name 0");
        }
        registerByIndex("split", "split_customers", "split_orders", "customerId", "");
        for (int round = 1; round <= 30; round++) {
            for (int i = 0; i < 10; i++) {
                set("split_customers", id("c" + i), "name", "Name " + round);
            }
            if (round % 10 == 5) {
                SERVER.imitation().orElseThrow().splitShards("split_customers");
                SERVER.imitation().orElseThrow().expireIterators();
            }
        }
        eventually(() -> count("split_orders", has("customerName", "Name 30")) == 10);
    }
}
