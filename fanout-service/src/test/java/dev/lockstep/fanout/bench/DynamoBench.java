package dev.lockstep.fanout.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.embedded.dynamo.EmbeddedDynamo;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.store.Connector;
import dev.lockstep.store.ConnectorFactory;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * {@code mvn -Pbench -Dbench=dynamodb}: the event write of the connector against loops by hand, which query the index
 * and update each item without a condition. All take turns on one imitation in this process.
 */
class DynamoBench {
    private static final int COPIES = Reports.quick() ? 500 : 2_000;
    private static final int ROUNDS = Reports.quick() ? 4 : 8;
    private static final int IN_FLIGHT = 64;

    private final CopyDefinition definition = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId")
                            .field("customerName", "name"))
            .build()
            .definitions()
            .get(0);
    private int version;

    @Test
    void eventWrites() throws IOException, ClassNotFoundException {
        assumeThat(Reports.wanted("dynamodb")).isTrue();
        Reports.quiet();
        try (EmbeddedDynamo server = EmbeddedDynamo.start(0, Clock.systemUTC());
                AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
                DynamoDbAsyncClient client = client(server)) {
            context.register(Class.forName("dev.lockstep.connectors.dynamodb.DynamoConnectorAutoConfiguration"));
            context.refresh();
            Connector connector = context.getBean(ConnectorFactory.class)
                    .open(
                            Models.SHOP,
                            Map.of(
                                    "endpoint",
                                    server.endpoint().toString(),
                                    "region",
                                    EmbeddedDynamo.REGION,
                                    "credentials",
                                    "any"));
            load(client);
            Map<String, ObjIntConsumer<String>> ways = new LinkedHashMap<>();
            ways.put("by hand, one by one", (name, round) -> byHand(client, name, 1));
            ways.put("by hand, 64 in flight", (name, round) -> byHand(client, name, IN_FLIGHT));
            ways.put("Lockstep", (name, round) -> byLockstep(connector, name));
            measure(server, client, ways);
            connector.close();
        }
    }

    private static DynamoDbAsyncClient client(EmbeddedDynamo server) {
        return DynamoDbAsyncClient.builder()
                .endpointOverride(server.endpoint())
                .region(Region.of(EmbeddedDynamo.REGION))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
    }

    private static void load(DynamoDbAsyncClient client) {
        client.createTable(table -> table.tableName("orders")
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(key -> key.attributeName("_id").keyType(KeyType.HASH))
                        .attributeDefinitions(
                                type -> type.attributeName("_id").attributeType(ScalarAttributeType.S),
                                type -> type.attributeName("customerId").attributeType(ScalarAttributeType.S))
                        .globalSecondaryIndexes(index -> index.indexName("customerId")
                                .keySchema(
                                        key -> key.attributeName("customerId").keyType(KeyType.HASH))
                                .projection(keys -> keys.projectionType(ProjectionType.KEYS_ONLY))))
                .join();
        for (int i = 0; i < COPIES; i++) {
            Map<String, AttributeValue> item = Map.of(
                    "_id", AttributeValue.fromS("o" + i),
                    "customerId", AttributeValue.fromS("ann"),
                    "customerName", AttributeValue.fromS("old"));
            client.putItem(put -> put.tableName("orders").item(item)).join();
        }
    }

    private static void byHand(DynamoDbAsyncClient client, String name, int inFlight) {
        Semaphore permits = new Semaphore(inFlight);
        List<CompletableFuture<UpdateItemResponse>> updates = new ArrayList<>();
        client.queryPaginator(query -> query.tableName("orders")
                        .indexName("customerId")
                        .keyConditionExpression("customerId = :c")
                        .expressionAttributeValues(Map.of(":c", AttributeValue.fromS("ann"))))
                .items()
                .subscribe(item -> {
                    permits.acquireUninterruptibly();
                    updates.add(client.updateItem(update -> update.tableName("orders")
                                    .key(Map.of("_id", item.get("_id")))
                                    .updateExpression("SET customerName = :n")
                                    .expressionAttributeValues(Map.of(":n", AttributeValue.fromS(name))))
                            .whenComplete((done, failure) -> permits.release()));
                })
                .join();
        updates.forEach(CompletableFuture::join);
    }

    private void byLockstep(Connector connector, String name) {
        Version now = new Version(new Epoch(7), new Position(String.format("%010d", ++version)));
        @Nullable Cursor from = null;
        do {
            WriteResult page = connector
                    .copies()
                    .write(List.of(new EventWrite(
                            definition,
                            Models.key("customerId", "ann"),
                            now,
                            Projection.of(definition.copy(), Docs.doc("name", name)),
                            from)))
                    .get(0);
            assertThat(page.failed()).isEmpty();
            from = page.next().orElse(null);
        } while (from != null);
    }

    private static void measure(
            EmbeddedDynamo server, DynamoDbAsyncClient client, Map<String, ObjIntConsumer<String>> ways) {
        Map<String, double[]> millis = new LinkedHashMap<>();
        Map<String, Double> requests = new LinkedHashMap<>();
        ways.keySet().forEach(way -> millis.put(way, new double[ROUNDS]));
        for (int round = -1; round < ROUNDS; round++) {
            for (Map.Entry<String, ObjIntConsumer<String>> way : ways.entrySet()) {
                String name = way.getKey() + round;
                long before = server.requests();
                long start = System.nanoTime();
                way.getValue().accept(name, round);
                double took = (System.nanoTime() - start) / 1e6;
                if (round >= 0) {
                    millis.getOrDefault(way.getKey(), new double[ROUNDS])[round] = took;
                    requests.put(way.getKey(), (server.requests() - before) / (double) COPIES);
                }
                assertThat(carrying(client, name)).isEqualTo(COPIES);
            }
        }
        double[] best = millis.getOrDefault("by hand, 64 in flight", new double[ROUNDS]);
        List<Map<String, Object>> rows = new ArrayList<>();
        millis.forEach((way, took) -> {
            double[] ratios = IntStream.range(0, ROUNDS)
                    .mapToDouble(i -> best[i] / took[i])
                    .sorted()
                    .toArray();
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("way", way);
            row.put("copies of a source", COPIES);
            row.put(
                    "time of 64 in flight / time",
                    String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", ratios[ROUNDS / 2], ratios[0], ratios[ROUNDS - 1]));
            row.put("requests a copy", String.format(Locale.ROOT, "%.3f", requests.get(way)));
            row.put(
                    "median ms",
                    String.format(
                            Locale.ROOT, "%.0f", Arrays.stream(took).sorted().toArray()[ROUNDS / 2]));
            rows.add(row);
        });
        Reports.write(
                "dynamodb",
                "Event writes on the DynamoDB imitation against loops by hand (1 = as fast as 64 in flight; target 0.9)",
                Map.of("rounds", ROUNDS, "copies", COPIES),
                rows);
    }

    private static long carrying(DynamoDbAsyncClient client, String name) {
        List<Map<String, AttributeValue>> seen = new ArrayList<>();
        client.scanPaginator(scan -> scan.tableName("orders").consistentRead(true))
                .items()
                .subscribe(item -> {
                    if (name.equals(item.get("customerName").s())) {
                        seen.add(item);
                    }
                })
                .join();
        return seen.size();
    }
}
