package dev.lockstep.connectors.mongodb;

import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.embedded.junit.MongoServer;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.FieldPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What meets MongoDB's limits: values near 16 MB, and deletes that do not tell a source key that is not {@code _id}.
 */
class LargeValuesIT {
    @RegisterExtension
    static final MongoServer SERVER = new MongoServer();

    private static final String DATABASE = "large-values";
    private static final String ALMOST_16_MB = "x".repeat(16 * 1024 * 1024 - 1024);
    private MongoClient client;
    private MongoDatabase database;
    private Connector connector;

    @BeforeEach
    void open() {
        client = MongoClients.create(SERVER.uri());
        database = client.getDatabase(DATABASE);
        database.drop();
        connector = new MongoConnectorFactory().open(Models.SHOP, Map.of("uri", SERVER.uri(), "database", DATABASE));
    }

    @AfterEach
    void close() {
        connector.close();
        client.close();
    }

    @Test
    void aLargeFieldThatIsNotRegisteredDoesNotHoldUpTheStream() {
        MongoCollection<Document> customers = database.getCollection("customers");
        customers.insertOne(new Document("_id", "c1").append("name", "Ann").append("photo", ALMOST_16_MB));
        ChangeSource source = connector.changes();
        ChangeSource.Subscription names = new ChangeSource.Subscription(
                Map.of("customers", new ChangeSource.Interest(Set.of(FieldPath.of("name")), false)));
        try (ChangeStream stream =
                source.open(source.partitions(Set.of("customers")).iterator().next(), names, new ChangeSource.Now())) {
            customers.updateOne(set("_id", "c1"), new Document("$set", set("photo", ALMOST_16_MB.replace('x', 'y'))));
            customers.updateOne(set("_id", "c1"), new Document("$set", set("name", "Anna")));
            List<Captured> changes = new ArrayList<>();
            for (int i = 0; i < 50 && changes.isEmpty(); i++) {
                changes.addAll(stream.poll(10, Duration.ofSeconds(1)).changes());
            }
            assertThat(changes)
                    .singleElement()
                    .satisfies(captured -> assertThat(((Change) captured).touched())
                            .contains(new Change.Touched(Map.of(FieldPath.of("name"), text("Anna")), Set.of())));
        }
    }

    private static Document set(String name, String value) {
        return new Document(name, value);
    }

    @Test
    void aSourceKeyThatDeletesWouldNotTellNeedsPreImages() {
        database.getCollection("customers").createIndex(new Document("number", 1), new IndexOptions().unique(true));
        Model byNumber = Models.model("order-customer", Models.SHOP, "customers")
                .key("number", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field("customerName", "name"))
                .build();
        assertThat(connector.inspector().inspectSource(byNumber).stream().map(Problem::code))
                .contains("pre-images-missing");
    }
}
