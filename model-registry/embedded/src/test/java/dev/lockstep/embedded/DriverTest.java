package dev.lockstep.embedded;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A fresh server and a driver connected to it, for each test. */
abstract class DriverTest {
    EmbeddedMongo server;
    MongoClient client;
    MongoDatabase db;
    MongoCollection<Document> orders;

    @BeforeEach
    void connect() {
        server = EmbeddedMongo.start(options());
        client = MongoClients.create(server.uri());
        db = client.getDatabase("shop");
        orders = db.getCollection("orders");
    }

    @AfterEach
    void disconnect() {
        client.close();
        server.close();
    }

    EmbeddedMongoOptions options() {
        return EmbeddedMongoOptions.defaults();
    }

    static Document doc(String json) {
        return Document.parse(json);
    }
}
