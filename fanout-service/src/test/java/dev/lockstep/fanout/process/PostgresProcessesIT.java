package dev.lockstep.fanout.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import dev.lockstep.embedded.junit.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that is killed between a real PostgreSQL and the imitation of MongoDB, each in a process of its own; rows
 * and copies are written and read with the plain drivers.
 */
class PostgresProcessesIT {
    private static final int CUSTOMERS = 3_000;
    private static final int HOT = 6;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final String url = PostgresServer.database();
    private StoreProcess store;
    private MongoClient client;
    private MongoCollection<Document> orders;

    @BeforeEach
    void tables() {
        PostgresServer.execute(
                url,
                "CREATE TABLE customers (id int PRIMARY KEY, name text)",
                "INSERT INTO customers SELECT n, 'Name 0' FROM generate_series(0, " + (CUSTOMERS - 1) + ") AS n");
        store = StoreProcess.start(directory);
        client = MongoClients.create(store.uri());
        orders = client.getDatabase("shop").getCollection("orders");
        orders.createIndex(Indexes.ascending("customerId"));
        List<Document> some = new ArrayList<>();
        for (int i = 0; i < CUSTOMERS; i++) {
            some.add(new Document("_id", i).append("customerId", i).append("customerName", "never right"));
        }
        orders.insertMany(some);
    }

    @AfterEach
    void close() {
        client.close();
        store.close();
        PostgresServer.dropSlots(url);
    }

    private ServiceProcess service(String... options) {
        List<String> all = new ArrayList<>(List.of("-Xmx256m"));
        all.addAll(List.of(options));
        return ServiceProcess.begin(
                directory,
                "service.log",
                all,
                "--lockstep.stores.crm.kind=postgresql",
                "--lockstep.stores.crm.url=" + url,
                "--lockstep.stores.crm.heartbeat=200ms",
                "--lockstep.stores.shop.kind=mongodb",
                "--lockstep.stores.shop.uri=" + store.uri(),
                "--lockstep.stores.shop.database=shop",
                "--lockstep.lease.length=2s");
    }

    private static void register(ServiceProcess service) {
        ServiceProcess.Answer answer = service.post("/api/v1/models", """
                {"lockstep": 1, "model": "order-customer",
                 "source": {"store": "crm", "collection": "customers", "key": {"customerId": "id"}},
                 "copies": [{"name": "orders", "store": "shop", "collection": "orders",
                             "pointer": {"customerId": "customerId"},
                             "fields": {"customerName": "name"}, "strategy": "stream"}]}
                """);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private int rename(Random random, int before) {
        int round = before;
        for (int i = 0; i < 40; i++) {
            round++;
            PostgresServer.execute(
                    url, "UPDATE customers SET name = 'Name " + round + "' WHERE id = " + random.nextInt(HOT));
        }
        return round;
    }

    private long holding(String name) {
        return orders.countDocuments(Filters.eq("customerName", name));
    }

    private static boolean hasNoOpenGap(ServiceProcess service) {
        return service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]");
    }

    @Test
    void killsInTheFillAndInTheStreamLoseNothing() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int round = 0;
        try (ServiceProcess service = service().awaitStart()) {
            register(service);
            round = rename(random, round);
            ProcessWorld.eventually(() -> orders.countDocuments(Filters.exists("_lockstep")) > 0);
            service.kill();
        }
        assertThat(holding("never right")).as("the fill was cut off").isPositive();
        for (int kill = 0; kill < 3; kill++) {
            round = rename(random, round);
            try (ServiceProcess service = service().awaitReading()) {
                round = rename(random, round);
                service.kill();
            }
        }
        PostgresServer.execute(url, "UPDATE customers SET name = 'last' WHERE id < " + HOT);
        try (ServiceProcess service = service().awaitReading()) {
            ProcessWorld.eventually(() -> holding("last") == HOT);
            ProcessWorld.eventually(() -> holding("Name 0") == CUSTOMERS - HOT);
            ProcessWorld.eventually(() -> hasNoOpenGap(service));
            assertThat(service.get("/api/v1/gaps").body())
                    .as("seed " + seed)
                    .doesNotContain("no longer", "is another one");
        }
    }

    @Test
    void s20ASlotThatWasLostIsAGapThatIsClosed() {
        try (ServiceProcess service = service().awaitStart()) {
            register(service);
            ProcessWorld.eventually(() -> holding("Name 0") == CUSTOMERS && hasNoOpenGap(service));
            assertThat(service.terminate()).isEqualTo(143);
        }
        PostgresServer.dropSlots(url);
        PostgresServer.execute(url, "UPDATE customers SET name = 'while it was off' WHERE id < " + HOT);
        try (ServiceProcess service = service().awaitStart()) {
            ProcessWorld.eventually(() -> holding("while it was off") == HOT);
            ProcessWorld.eventually(
                    () -> service.get("/api/v1/gaps").body().contains("no longer has the stored position"));
            ProcessWorld.eventually(() -> hasNoOpenGap(service));
            PostgresServer.execute(url, "UPDATE customers SET name = 'after' WHERE id < " + HOT);
            ProcessWorld.eventually(() -> holding("after") == HOT);
        }
    }

    @Test
    void aServiceWithoutRelationalSourcesLoadsNothingOfDebezium() throws IOException {
        try (ServiceProcess service =
                service("-Xlog:class+load:file=" + directory.resolve("all.txt")).awaitStart()) {
            register(service);
            ProcessWorld.eventually(() -> holding("Name 0") == CUSTOMERS);
        }
        assertThat(engineClasses("all.txt")).as("what the check can see").isPositive();
        client.getDatabase("shop").getCollection("products").insertOne(new Document("_id", 1).append("title", "Lamp"));
        MongoCollection<Document> reviews = client.getDatabase("shop").getCollection("reviews");
        reviews.createIndex(Indexes.ascending("productId"));
        reviews.insertOne(new Document("_id", 1).append("productId", 1));
        try (ServiceProcess service = ServiceProcess.begin(
                        directory.resolve("documents"),
                        "service.log",
                        List.of("-Xlog:class+load:file=" + directory.resolve("documents.txt")),
                        "--lockstep.stores.shop.kind=mongodb",
                        "--lockstep.stores.shop.uri=" + store.uri(),
                        "--lockstep.stores.shop.database=shop")
                .awaitStart()) {
            service.post("/api/v1/models", """
                    {"lockstep": 1, "model": "review-product",
                     "source": {"store": "shop", "collection": "products", "key": {"productId": "_id"}},
                     "copies": [{"name": "reviews", "collection": "reviews", "pointer": {"productId": "productId"},
                                 "fields": {"title": "title"}, "strategy": "stream"}]}
                    """);
            ProcessWorld.eventually(() -> reviews.countDocuments(Filters.eq("title", "Lamp")) == 1);
        }
        assertThat(engineClasses("documents.txt")).isZero();
    }

    private long engineClasses(String log) throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve(log))) {
            return lines.filter(line -> line.contains(" io.debezium.") || line.contains(" org.apache.kafka."))
                    .count();
        }
    }
}
