package dev.lockstep.repair;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.lockstep.change.Change;
import dev.lockstep.change.Version;
import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.Connector;
import dev.lockstep.store.ConnectorFactory;
import dev.lockstep.store.CopyStore;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Repairs while a fan-out writes the same copies and somebody edits them: no copy ever shows an older name again. */
class LiveWriterIT {
    private static final int ORDERS = 20;
    private static final int RENAMES = 150;
    private static final String EDITED = "edited";

    @TempDir
    private Path folder;

    private Shop shop;
    private Epoch epoch;
    private final AtomicBoolean done = new AtomicBoolean();
    private final ConcurrentLinkedQueue<String> backwards = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void oneCustomerWithOrders() throws IOException {
        shop = new Shop(folder);
        epoch = shop.register(Shop.ORDER_CUSTOMER);
        shop.insert("customers", "{_id: 'c1', name: '00000'}");
        for (int i = 0; i < ORDERS; i++) {
            shop.insert("orders", "{_id: " + i + ", customerId: 'c1', customerName: '00000'}");
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void neverGoesBackwardsAndEndsRight() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        int runs = 0;
        try {
            Future<?> observer = threads.submit(this::observe);
            Future<?> editor = threads.submit(this::edit);
            Future<?> writer = threads.submit(() -> {
                try {
                    renameAll();
                } finally {
                    done.set(true);
                }
                return null;
            });
            while (!done.get()) {
                int code =
                        shop.job("repair", "--model", "order-customer", "--yes").exitCode();
                assertThat(code).isIn(0, 2);
                runs++;
            }
            writer.get(1, TimeUnit.MINUTES);
            editor.get(1, TimeUnit.MINUTES);
            observer.get(1, TimeUnit.MINUTES);
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
        assertThat(runs).as("repairs beside the writer").isPositive();
        assertThat(backwards).isEmpty();
        assertThat(shop.job("repair", "--model", "order-customer", "--yes").exitCode())
                .isZero();
        String last = "%05d".formatted(RENAMES);
        assertThat(names().values()).containsOnly(last);
    }

    /** Renames the customer and lets each rename reach all copies as the fan-out does, at most one behind. */
    private void renameAll() {
        Model model = ModelFile.parse(Shop.ORDER_CUSTOMER, Format.JSON).valid().orElseThrow();
        CopyDefinition orders = model.definitions().get(0);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(RepairConfiguration.class)
                        .web(WebApplicationType.NONE)
                        .bannerMode(Banner.Mode.OFF)
                        .lazyInitialization(true)
                        .run();
                Connector connector = context.getBean("mongoConnectorFactory", ConnectorFactory.class)
                        .open(new StoreName("shop"), Map.of("uri", shop.uri(), "database", "shop"));
                ChangeStream stream = open(connector)) {
            for (int i = 1; i <= RENAMES; i++) {
                String name = "%05d".formatted(i);
                shop.database()
                        .getCollection("customers")
                        .updateOne(Filters.eq("_id", "c1"), Updates.set("name", name));
                Change change = next(stream);
                connector
                        .copies()
                        .write(List.of(new CopyStore.EventWrite(
                                orders,
                                SourceKey.of(Map.of("customerId", new Value.Text("c1"))),
                                new Version(epoch, change.position()),
                                Projection.of(orders.copy(), Doc.of("name", new Value.Text(name))),
                                null)));
            }
        }
    }

    private static ChangeStream open(Connector connector) {
        String partition = connector.changes().partitions(Set.of("customers")).get(0);
        ChangeSource.Interest interest = new ChangeSource.Interest(Set.of(FieldPath.of("name")), false);
        return connector
                .changes()
                .open(partition, new ChangeSource.Subscription(Map.of("customers", interest)), new ChangeSource.Now());
    }

    private static Change next(ChangeStream stream) {
        List<Change> changes = new ArrayList<>();
        while (changes.isEmpty()) {
            stream.poll(10, Duration.ofSeconds(1)).changes().forEach(captured -> changes.add((Change) captured));
        }
        assertThat(changes).hasSize(1);
        return changes.get(0);
    }

    private void edit() {
        for (int i = 0; !done.get(); i++) {
            shop.database()
                    .getCollection("orders")
                    .updateOne(Filters.eq("_id", i % ORDERS), Updates.set("customerName", EDITED));
        }
    }

    private void observe() {
        Map<String, String> newest = new HashMap<>();
        while (!done.get()) {
            names().forEach((order, name) -> {
                if (!name.equals(EDITED)) {
                    String before = newest.put(order, name);
                    if (before != null && before.compareTo(name) > 0) {
                        backwards.add(order + ": " + before + " then " + name);
                    }
                }
            });
        }
    }

    private Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        for (BsonDocument order : shop.collection("orders").find()) {
            names.put(
                    order.get("_id").toString(),
                    order.getString("customerName", new BsonString("")).getValue());
        }
        return names;
    }
}
