package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.lockstep.embedded.junit.MongoServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A service on a store of its own kind, and an application that writes the store by its plain driver. */
abstract class MongoScenario {
    private static final String DATABASE = "scenarios";

    @RegisterExtension
    static final MongoServer SERVER = new MongoServer();

    @TempDir
    static Path state;

    static MongoClient client;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void store(DynamicPropertyRegistry properties) {
        properties.add("lockstep.stores.shop.uri", SERVER::uri);
        properties.add("lockstep.stores.shop.database", () -> DATABASE);
        properties.add("lockstep.state.directory", () -> state.resolve("state"));
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

    void register(
            String model, String sources, String copies, String pointer, String field, String source, String more) {
        post("""
                {"lockstep": 1, "model": "%s",
                 "source": {"store": "shop", "collection": "%s", "key": {"id": "_id"}},
                 "copies": [{"name": "copies", "collection": "%s", "pointer": {"%s": "id"},
                             "fields": {"%s": "%s"}, "strategy": "stream"%s}]}
                """.formatted(model, sources, copies, pointer, field, source, more));
        awaitFilled(model);
    }

    /** Capture covers the model once its fill has ended. */
    void awaitFilled(String model) {
        eventually(() -> get("/api/v1/models/" + model).contains("\"ACTIVE\""));
    }

    static void eventually(BooleanSupplier condition) {
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .until(condition::getAsBoolean);
    }

    void post(String body) {
        post("/api/v1/models", body, 201);
    }

    void post(String path, String body, int status, String says) {
        HttpResponse<String> answer = posted(path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(says);
    }

    void post(String path, String body, int status) {
        post(path, body, status, "");
    }

    private HttpResponse<String> posted(String path, String body) {
        return send(request(path)
                .header("Content-Type", "application/json")
                .header("X-Lockstep", "test")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    String get(String path) {
        return send(request(path).GET()).body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
