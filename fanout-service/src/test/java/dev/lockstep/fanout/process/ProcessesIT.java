package dev.lockstep.fanout.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.lockstep.embedded.EmbeddedMongo;
import dev.lockstep.embedded.EmbeddedMongoOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Services and stores that come and go, each a process of its own; copies are read with the store's plain driver. */
class ProcessesIT {
    private static final int ORDERS = 20;
    private static final String MODEL = """
            lockstep: 1
            model: order-customer
            source: {store: shop, collection: customers, key: {customerId: _id}}
            copies:
              - name: orders
                collection: orders
                pointer: {customerId: customerId}
                fields: {customerName: name}
                strategy: stream
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @BeforeEach
    void aModel() throws IOException {
        Path models = Files.createDirectories(directory.resolve("models"));
        Files.writeString(models.resolve("order-customer.yaml"), MODEL);
    }

    @Test
    void theSecondServiceWaitsAndTakesOverAtOnceWhenTheFirstEnds() {
        try (StoreProcess store = StoreProcess.start(directory);
                MongoClient client = MongoClients.create(store.uri())) {
            MongoCollection<Document> orders = load(client);
            // a lease as long as the test: only one that is given back can be taken over
            try (ServiceProcess first = service("first.log", store.uri(), "10m").awaitReading();
                    ServiceProcess second =
                            service("second.log", store.uri(), "10m").awaitStart()) {
                eventually(() -> second.get("/api/v1/stores").body().contains("STANDBY"));
                rename(client, "by the first");
                eventually(() -> allHold(orders, "by the first"));
                assertThat(first.terminate()).isEqualTo(143);
                second.awaitReading();
                rename(client, "by the second");
                eventually(() -> allHold(orders, "by the second"));
                assertThat(second.get("/api/v1/gaps?open=true").body()).contains("\"items\":[]");
            }
        }
    }

    @Test
    void theSecondServiceTakesOverWithinTheLeaseWhenTheFirstIsKilled() {
        try (StoreProcess store = StoreProcess.start(directory);
                MongoClient client = MongoClients.create(store.uri())) {
            MongoCollection<Document> orders = load(client);
            try (ServiceProcess first = service("first.log", store.uri(), "3s").awaitReading();
                    ServiceProcess second =
                            service("second.log", store.uri(), "3s").awaitStart()) {
                eventually(() -> second.get("/api/v1/stores").body().contains("STANDBY"));
                first.kill();
                rename(client, "after the kill");
                eventually(() -> allHold(orders, "after the kill"));
            }
        }
    }

    @Test
    void aStoreThatIsDownAtTheStartIsWaitedFor() {
        int port;
        try (StoreProcess store = StoreProcess.start(directory)) {
            port = URI.create(store.uri()).getPort();
        }
        try (ServiceProcess service =
                service("service.log", "mongodb://127.0.0.1:" + port, "3s").awaitStart()) {
            eventually(() -> service.get("/api/v1/stores").body().contains("\"connection\":\"UNREACHABLE\""));
            try (StoreProcess store = StoreProcess.onPort(directory, port);
                    MongoClient client = MongoClients.create(store.uri())) {
                MongoCollection<Document> orders = load(client);
                service.awaitReading();
                rename(client, "now it is up");
                eventually(() -> allHold(orders, "now it is up"));
            }
        }
    }

    @Test
    void aStoreThatComesBackAsAnotherOneIsAGapThatIsClosed() {
        try (StoreProcess before = StoreProcess.start(directory);
                ServiceProcess service = service("service.log", before.uri(), "3s")) {
            int port = URI.create(before.uri()).getPort();
            try (MongoClient client = MongoClients.create(before.uri())) {
                MongoCollection<Document> orders = load(client);
                service.awaitReading();
                rename(client, "before");
                eventually(() -> allHold(orders, "before"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
            }
            before.kill();
            try (StoreProcess after = StoreProcess.onPort(directory, port);
                    MongoClient client = MongoClients.create(after.uri())) {
                MongoCollection<Document> orders = load(client);
                eventually(() -> service.get("/api/v1/gaps").body().contains("the stream is another one")
                        || service.get("/api/v1/gaps").body().contains("no longer has the stored position"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
                rename(client, "after");
                eventually(() -> allHold(orders, "after"));
            }
        }
    }

    /** The store lives in the test's process, which alone can make it forget. */
    @Test
    void s20OffForLongerThanTheHistoryIsAGapThatIsClosed() {
        try (EmbeddedMongo store = EmbeddedMongo.start(EmbeddedMongoOptions.defaults());
                MongoClient client = MongoClients.create(store.uri())) {
            MongoCollection<Document> orders = load(client);
            try (ServiceProcess service =
                    service("service.log", store.uri(), "3s").awaitReading()) {
                rename(client, "before");
                eventually(() -> allHold(orders, "before"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
                assertThat(service.terminate()).isEqualTo(143);
            }
            rename(client, "while it was off");
            store.forgetHistory();
            orders.updateOne(Filters.eq("_id", 1), Updates.set("total", 1));
            assertThat(allHold(orders, "before")).isTrue();
            try (ServiceProcess service =
                    service("service.log", store.uri(), "3s").awaitStart()) {
                eventually(() -> allHold(orders, "while it was off"));
                eventually(() -> service.get("/api/v1/gaps").body().contains("no longer has the stored position"));
                eventually(() -> service.get("/api/v1/gaps?open=true").body().contains("\"items\":[]"));
                rename(client, "after");
                eventually(() -> allHold(orders, "after"));
            }
        }
    }

    private ServiceProcess service(String log, String uri, String lease) {
        return ServiceProcess.begin(
                directory,
                log,
                List.of("-Xmx256m"),
                "--lockstep.stores.shop.kind=mongodb",
                "--lockstep.stores.shop.uri=" + uri,
                "--lockstep.stores.shop.database=shop",
                "--lockstep.models.location=" + directory.resolve("models"),
                "--lockstep.lease.length=" + lease);
    }

    private static MongoCollection<Document> load(MongoClient client) {
        MongoCollection<Document> orders = client.getDatabase("shop").getCollection("orders");
        orders.createIndex(Indexes.ascending("customerId"));
        for (int i = 0; i < ORDERS; i++) {
            orders.insertOne(new Document("_id", i).append("customerId", "a").append("customerName", "Ann"));
        }
        client.getDatabase("shop").getCollection("customers").insertOne(new Document("_id", "a").append("name", "Ann"));
        return orders;
    }

    private static void rename(MongoClient client, String name) {
        client.getDatabase("shop")
                .getCollection("customers")
                .updateOne(Filters.eq("_id", "a"), Updates.set("name", name));
    }

    private static boolean allHold(MongoCollection<Document> orders, String name) {
        return orders.countDocuments(Filters.eq("customerName", name)) == ORDERS;
    }

    private static void eventually(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(condition);
    }
}
