package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A running service, spoken to over its REST API. */
abstract class Scenario {
    @TempDir
    static Path state;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void state(DynamicPropertyRegistry properties) {
        properties.add("lockstep.state.directory", () -> state.resolve("state"));
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

    void replace(String body, String path, String revision) {
        HttpResponse<String> answer = send(request(path)
                .header("Content-Type", "application/json")
                .header("X-Lockstep", "test")
                .header("If-Match", revision)
                .PUT(HttpRequest.BodyPublishers.ofString(body)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
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
