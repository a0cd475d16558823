package dev.lockstep.fanout.web;

import dev.lockstep.fanout.FanoutServiceApplication;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.ConnectorFactory;
import dev.lockstep.testkit.memory.InMemoryConnectorFactory;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemorySettings;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.state.InMemoryStateStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Starts the whole service on random ports, on an in-memory store, with a pipeline that does nothing. */
@SpringBootTest(
        classes = FanoutServiceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"management.server.port=0", "lockstep.stores.shop.kind=memory"})
@Import(WebTest.Beans.class)
abstract class WebTest {
    static final String MODEL = """
            {"lockstep": 1, "model": "order-customer",
             "description": "Customer name shown on every order.",
             "source": {"store": "shop", "collection": "customers", "key": {"customerId": "_id"}},
             "copies": [{"name": "orders", "collection": "orders", "pointer": {"customerId": "customerId"},
                         "fields": {"customerName": "name"}, "strategy": "stream"}]}
            """;

    final JsonMapper json = new JsonMapper();
    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    int port;

    @LocalManagementPort
    int managementPort;

    @Autowired
    StateStore state;

    @Autowired
    FakePipeline pipeline;

    /** An answer with its body as JSON, when it is. */
    record Answer(int status, HttpResponse<String> raw, String body) {
        JsonNode json() {
            return new JsonMapper().readTree(body);
        }

        String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }

        String problem() {
            return json().path("type").asString("").replace("urn:lockstep:problem:", "");
        }
    }

    @BeforeEach
    void forgetModels() {
        state.models().all().forEach(model -> state.models().delete(model.name(), model.revision(), "test", null));
        pipeline.filled.clear();
        pipeline.current = true;
        pipeline.looks = 0;
        pipeline.currentAfterLooks = 0;
    }

    Answer get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    Answer post(String path, String body, String... headers) {
        return change("POST", path, body, headers);
    }

    /** A change with the headers that are needed without a key. */
    Answer change(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = request(path, headers)
                .header("Content-Type", "application/json")
                .header("X-Lockstep", "test");
        return send(request.method(method, BodyPublishers.ofString(body)));
    }

    HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response, response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What the service runs on. */
    @TestConfiguration(proxyBeanMethods = false)
    static class Beans {
        /** The real pipeline would change the models of a test beside the fake one: it is made, but never started. */
        @Bean
        static BeanDefinitionRegistryPostProcessor withoutRunningPipeline() {
            return registry -> registry.removeBeanDefinition("runningPipeline");
        }

        @Bean
        ConnectorFactory memory(Clock clock) {
            StoreName shop = new StoreName("shop");
            MemoryStore store = new MemoryStore(shop, clock)
                    .create("customers")
                    .create("products", MemoryIndex.of("sku_1", "sku"))
                    .create("orders", MemoryIndex.of("customerId_1", "customerId"))
                    .create("tickets", MemoryIndex.of("a", "customerId"), MemoryIndex.of("b", "customerId"));
            return new InMemoryConnectorFactory(Map.of(shop, store), MemorySettings.plain());
        }

        @Bean
        @Primary
        StateStore memoryState(Clock clock) {
            return new InMemoryStateStore(clock);
        }

        @Bean
        @Primary
        FakePipeline fakePipeline(StateStore state, Clock clock) {
            return new FakePipeline(state, clock);
        }
    }
}
