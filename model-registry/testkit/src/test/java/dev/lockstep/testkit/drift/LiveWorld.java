package dev.lockstep.testkit.drift;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;

import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.drift.Detection;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.drift.Nonces;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Customers and their orders with a fan-out that lags less than the grace period: busy customers are renamed all the
 * time, their orders are made, moved and removed; quiet ones only have drift planted on their orders.
 */
final class LiveWorld {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int LONGEST_LAG_MILLIS = 4_500;
    private static final Epoch EPOCH = new Epoch(3);

    private final SplittableRandom random;
    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(Models.SHOP, clock);
    private final InMemoryConnector connector = new InMemoryConnector(store);
    private final Model model = Models.orderCustomer();
    private final ActiveModel active = new ActiveModel(model, 1, EPOCH, ModelState.ACTIVE);
    private final CopyDefinition orders = model.definitions().get(0);
    private final CheckParts parts;
    private final List<Due> fanOut = new ArrayList<>();
    private final int customers;
    private int ordersMade;
    private long passed;

    private record Due(Instant at, Runnable work) {}

    LiveWorld(long seed) {
        this.random = new SplittableRandom(seed);
        this.customers = 2 * random.nextInt(1, 6);
        CheckParts.Access access = new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName name) {
                return connector.copies();
            }

            @Override
            public RecordReader records(StoreName name) {
                return connector.records();
            }
        };
        this.parts = new CheckParts(access, NewestCaptured.none(), Nonces.random());
        store.create("customers").create("orders", MemoryIndex.of("customerId_1", "customerId"));
        for (int i = 0; i < customers; i++) {
            store.insert("customers", doc("_id", "c" + i, "name", "name" + i));
        }
        for (int i = random.nextInt(5, 60); i > 0; i--) {
            int customer = random.nextInt(customers);
            RecordKey order = insert(customer, "name" + customer);
            if (random.nextBoolean()) {
                check(order);
            }
        }
    }

    private static boolean isBusy(int customer) {
        return customer % 2 == 0;
    }

    private RecordKey insert(int customer, String name) {
        return store.insert(
                "orders",
                doc("_id", "o" + ordersMade++, "customerId", "c" + customer, "customerName", name, "total", 5));
    }

    private void check(RecordKey order) {
        new CheckRun(parts, active, orders, List.of(order), CheckRun.Goal.FIX).run();
    }

    /** Plants drift on orders of quiet customers; returns which. */
    Set<RecordKey> plant() {
        Set<RecordKey> planted = new HashSet<>();
        for (Doc order : store.all("orders")) {
            String customer = string(order, "customerId");
            if (isBusy(Integer.parseInt(customer.substring(1))) || random.nextInt(3) > 0) {
                continue;
            }
            RecordKey key = MemoryStore.id(string(order, "_id"));
            switch (random.nextInt(4)) {
                case 0 -> store.set("orders", key, "customerName", text("planted"));
                case 1 -> store.update("orders", key, Map.of(), Set.of(FieldPath.of("customerName")));
                case 2 ->
                    store.replace(
                            "orders",
                            doc("_id", string(order, "_id"), "customerId", customer, "customerName", "planted"));
                default -> store.set("orders", key, "customerId", text("c404"));
            }
            planted.add(key);
        }
        return planted;
    }

    private static String string(Doc doc, String name) {
        return doc.entries().get(name) instanceof Value.Text text ? text.value() : "";
    }

    /** Detects while the world goes on; time passes between any two steps. */
    List<Drift> detect() {
        Detection detection = new Detection(parts, active, orders, DetectionRules.after(GRACE), clock);
        List<Drift> found = new ArrayList<>();
        Segment all = connector.copies().segments(orders, 1).get(0);
        Cursor cursor = null;
        boolean read = false;
        while (!read || !detection.isDone()) {
            live();
            if (!read && detection.hasRoom()) {
                CopyStore.CopyPage page = connector.copies().scan(orders, all, cursor, random.nextInt(1, 10));
                detection.add(page.copies());
                cursor = next(page);
                read = cursor == null;
            } else {
                detection.step();
            }
            found.addAll(detection.drain());
        }
        passed = detection.tally().passed();
        return found;
    }

    private static @Nullable Cursor next(CopyStore.CopyPage page) {
        return page.next().orElse(null);
    }

    long suspectsThatPassed() {
        return passed;
    }

    private void live() {
        for (int i = random.nextInt(4); i > 0; i--) {
            clock.advance(Duration.ofMillis(random.nextInt(300)));
            deliver();
            act();
        }
    }

    private void deliver() {
        Instant now = clock.instant();
        List<Due> due = fanOut.stream().filter(work -> !work.at().isAfter(now)).toList();
        fanOut.removeAll(due);
        due.forEach(work -> work.work().run());
    }

    private void later(Runnable work) {
        fanOut.add(new Due(clock.instant().plusMillis(random.nextInt(LONGEST_LAG_MILLIS)), work));
    }

    private void act() {
        int customer = 2 * random.nextInt(customers / 2);
        RecordKey key = MemoryStore.id("c" + customer);
        switch (random.nextInt(6)) {
            case 0, 1, 2 -> rename(customer, key);
            case 3 -> {
                RecordKey made = insert(customer, "stale");
                later(() -> check(made));
            }
            case 4 ->
                busyOrder(customer).ifPresent(order -> {
                    store.set("orders", order, "customerId", text("c" + 2 * random.nextInt(customers / 2)));
                    later(() -> check(order));
                });
            default -> {
                if (random.nextInt(4) == 0) {
                    busyOrder(customer).ifPresent(order -> store.delete("orders", order));
                }
            }
        }
    }

    private Optional<RecordKey> busyOrder(int customer) {
        return store.all("orders").stream()
                .filter(order -> string(order, "customerId").equals("c" + customer))
                .findFirst()
                .map(order -> MemoryStore.id(string(order, "_id")));
    }

    /** A rename between few names, so that a source often takes back a value it had before. */
    private void rename(int customer, RecordKey key) {
        store.set("customers", key, "name", text("name" + random.nextInt(3)));
        Position position = store.newest();
        Doc source = store.find("customers", key).orElseThrow();
        later(() -> connector
                .copies()
                .write(List.of(new CopyStore.EventWrite(
                        orders,
                        Models.key("customerId", "c" + customer),
                        new Version(EPOCH, position),
                        Projection.of(orders.copy(), source),
                        null))));
    }
}
