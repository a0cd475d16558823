package dev.lockstep.fanout.demo;

import dev.lockstep.fanout.FanoutServiceApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/**
 * The demo's main class. System properties: {@code demo.port}, {@code demo.management.port}, {@code demo.store.port}, {@code
 * demo.store} ({@code mongodb} or {@code dynamodb}), {@code demo.directory} (state and configuration, emptied at start) and {@code demo.examples} (the folder of example models).
 */
public final class Demo {
    private final int port = Integer.getInteger("demo.port", 8080);
    private final int managementPort = Integer.getInteger("demo.management.port", 8081);
    private final int storePort = Integer.getInteger("demo.store.port", 27217);
    private final Path directory = Path.of(System.getProperty("demo.directory", "target/demo")).toAbsolutePath();
    private final Path examples = Path.of(System.getProperty("demo.examples", "deploy/examples"));
    private final DemoStore store = store(System.getProperty("demo.store", "mongodb"));

    private static DemoStore store(String kind) {
        return switch (kind) {
            case "mongodb" -> new MongoDemoStore();
            case "dynamodb" -> new DynamoDemoStore();
            default ->
                throw new IllegalArgumentException(
                        "demo.store is mongodb or dynamodb, but was " + kind + ": -Ddemo.store=dynamodb");
        };
    }

    /** Starts the demo; it ends with Ctrl-C. */
    public static void main(String[] args) throws IOException, InterruptedException {
        LoggingSystem.get(Demo.class.getClassLoader()).beforeInitialize();
        new Demo().start();
    }

    /** Starts everything and returns when the models are registered; closing the context ends all of it. */
    ConfigurableApplicationContext start() throws IOException, InterruptedException {
        Path config = writeConfiguration();
        store.start(storePort);
        ConfigurableApplicationContext service = new SpringApplication(FanoutServiceApplication.class)
                .run("--spring.config.additional-location=" + config.toUri());
        ScheduledExecutorService renames = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "demo-renames");
            thread.setDaemon(true);
            return thread;
        });
        service.addApplicationListener(event -> {
            if (event instanceof ContextClosedEvent) {
                renames.shutdownNow();
            }
        });
        new Registrations(port).register(store.models(examples));
        renames.scheduleWithFixedDelay(store.renames(), 2, 2, TimeUnit.SECONDS);
        print(config);
        return service;
    }

    private Path writeConfiguration() throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> old = Files.walk(directory)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(directory);
        Path config = directory.resolve("lockstep.yml");
        return Files.writeString(
                config,
                """
                server.port: %d
                management.server.port: %d
                logging.level:
                  de.bwaldvogel: WARN
                  org.mongodb.driver: WARN
                lockstep:
                  lookup.wait: 5s
                  state.directory: %s
                  stores:
                    shop:
                """
                                .formatted(port, managementPort, directory.resolve("state"))
                        + store.settings(storePort).indent(6));
    }

    private void print(Path config) {
        System.out.printf("%nDashboard  http://127.0.0.1:%d%n", port);
        System.out.println(store.hints(storePort, config));
    }
}
