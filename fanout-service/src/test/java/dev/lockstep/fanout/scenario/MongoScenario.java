package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.lockstep.embedded.junit.MongoServer;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A service on a store of its own kind, and an application that writes the store by its plain driver. */
abstract class MongoScenario extends Scenario {
    private static final String DATABASE = "scenarios";

    @RegisterExtension
    static final MongoServer SERVER = new MongoServer();

    static MongoClient client;

    @DynamicPropertySource
    static void store(DynamicPropertyRegistry properties) {
        properties.add("lockstep.stores.shop.uri", SERVER::uri);
        properties.add("lockstep.stores.shop.database", () -> DATABASE);
    }

    @BeforeAll
    static void connect() {
        client = MongoClients.create(SERVER.uri());
        client.getDatabase(DATABASE).drop();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    static MongoCollection<Document> collection(String name, String... indexes) {
        client.getDatabase(DATABASE).createCollection(name);
        MongoCollection<Document> made = client.getDatabase(DATABASE).getCollection(name);
        for (String index : indexes) {
            made.createIndex(Indexes.ascending(index));
        }
        return made;
    }

    static void set(MongoCollection<Document> in, String id, String field, String value) {
        assertThat(in.updateOne(Filters.eq("_id", id), Updates.set(field, value))
                        .getMatchedCount())
                .isOne();
    }

    static String value(MongoCollection<Document> in, Object id, String field) {
        Document found = in.find(Filters.eq("_id", id)).first();
        return found == null ? "" : String.valueOf(found.get(field));
    }
}
