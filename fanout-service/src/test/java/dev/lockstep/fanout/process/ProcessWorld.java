package dev.lockstep.fanout.process;

import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** One customer with some orders, and services that carry the name; copies are read with the store's plain driver. */
abstract class ProcessWorld {
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

    /** Where the services keep their state: more arguments than the H2 file needs. */
    List<String> state() {
        return List.of();
    }

    ServiceProcess service(String log, String uri, String lease) {
        List<String> arguments = new ArrayList<>(List.of(
                "--lockstep.stores.shop.kind=mongodb",
                "--lockstep.stores.shop.uri=" + uri,
                "--lockstep.stores.shop.database=shop",
                "--lockstep.models.location=" + directory.resolve("models"),
                "--lockstep.lease.length=" + lease));
        arguments.addAll(state());
        return ServiceProcess.begin(directory, log, List.of("-Xmx256m"), arguments.toArray(String[]::new));
    }

    static MongoCollection<Document> load(MongoClient client) {
        MongoCollection<Document> orders = client.getDatabase("shop").getCollection("orders");
        orders.createIndex(Indexes.ascending("customerId"));
        for (int i = 0; i < ORDERS; i++) {
            orders.insertOne(new Document("_id", i).append("customerId", "a").append("customerName", "Ann"));
        }
        client.getDatabase("shop").getCollection("customers").insertOne(new Document("_id", "a").append("name", "Ann"));
        return orders;
    }

    static void rename(MongoClient client, String name) {
        client.getDatabase("shop")
                .getCollection("customers")
                .updateOne(Filters.eq("_id", "a"), Updates.set("name", name));
    }

    static boolean allHold(MongoCollection<Document> orders, String name) {
        return orders.countDocuments(Filters.eq("customerName", name)) == ORDERS;
    }

    static void eventually(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(condition);
    }
}
