package dev.lockstep.fanout.bench;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.Label;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.CopyState;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.IndexVisibility;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Customers, and orders that carry their customer's name, in memory, with an observer of every write of an order. Names
 * carry a counter that grows with each rename. Time passes only when somebody moves the clock.
 */
final class FaultyWorld {
    static final int CUSTOMERS = 12;
    static final int ORDERS = 120;

    /** An index shows a change after so much of the clock's time. */
    private static final Duration LONGEST_LAG = Duration.ofSeconds(30);

    private static final FieldPath NAME = FieldPath.of("customerName");
    private static final FieldPath OWNER = FieldPath.of("customerId");
    private static final Model MODEL = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("customerName", "name"))
            .build();

    final ManualClock clock = new ManualClock();
    final MemoryStore store;
    final InMemoryConnector connector;
    private final CopyDefinition definition = MODEL.definitions().get(0);
    private final FieldPath label = definition.labelPath("_lockstep");
    private final ChangeStream observed;
    private final Map<String, Long> counters = new HashMap<>();
    private final Map<String, Long> renamedAt = new HashMap<>();
    private final Map<RecordKey, Long> placedAt = new HashMap<>();
    private final Set<RecordKey> byUpdater = new HashSet<>();
    private Instant shownAt = Instant.MIN;
    private long now;
    private long backwards;
    private long behindACheck;
    private long copyWrites;

    /** What is wrong once nothing moves any more. */
    record Verdict(long stale, long backwards, long lost, long behindACheck, long copyWrites) {
        Verdict plus(Verdict more) {
            return new Verdict(
                    stale + more.stale,
                    backwards + more.backwards,
                    lost + more.lost,
                    behindACheck + more.behindACheck,
                    copyWrites + more.copyWrites);
        }
    }

    FaultyWorld() {
        store = new MemoryStore(Models.SHOP, clock)
                .create("customers")
                .create("orders", MemoryIndex.of("customerId_1", "customerId"));
        connector = new InMemoryConnector(store);
        for (int i = 0; i < CUSTOMERS; i++) {
            store.insert("customers", Docs.doc("_id", customer(i), "name", name(customer(i), 0)));
        }
        for (int i = 0; i < ORDERS; i++) {
            String customer = customer(i % CUSTOMERS);
            store.insert("orders", order(i, customer, name(customer, 0)));
        }
        observed = connector
                .changes()
                .open(
                        "p0",
                        new ChangeSource.Subscription(
                                Map.of("orders", new ChangeSource.Interest(Set.of(NAME, OWNER), true))),
                        new ChangeSource.Now());
    }

    void lagIndexes() {
        store.indexes(IndexVisibility.LAGGING);
    }

    /** A lagging index catches up. */
    void showIndexes() {
        store.unseenByIndex().forEach((collection, keys) -> keys.forEach(key -> store.showIndex(collection, key)));
        shownAt = clock.instant();
    }

    /** Time passes; an index lags by {@link #LONGEST_LAG} at most. */
    void pass(Duration time) {
        clock.advance(time);
        if (!clock.instant().isBefore(shownAt.plus(LONGEST_LAG))) {
            showIndexes();
        }
    }

    Model model() {
        return MODEL;
    }

    static String customer(int number) {
        return "cust_" + number;
    }

    static String name(String customer, long counter) {
        return customer + "#" + counter;
    }

    static RecordKey orderKey(int number) {
        return MemoryStore.id("order_" + number);
    }

    private static Doc order(int number, String customer, String name) {
        return Docs.doc("_id", "order_" + number, "customerId", customer, "customerName", name);
    }

    /** The next name of a customer; nothing is written. */
    String nextName(String customer) {
        return name(customer, counters.merge(customer, 1L, Long::sum));
    }

    void writeSource(String customer, String name) {
        renamedAt.put(customer, now);
        store.set("customers", MemoryStore.id(customer), "name", new Value.Text(name));
    }

    String readSource(String customer) {
        return text(store.find("customers", MemoryStore.id(customer)).orElseThrow(), FieldPath.of("name"));
    }

    void insertOrder(int number, String customer, String name) {
        store.insert("orders", order(number, customer, name));
        placed(orderKey(number));
    }

    void moveOrder(int number, String customer, String name) {
        store.update(
                "orders",
                orderKey(number),
                Map.of(OWNER, new Value.Text(customer), NAME, new Value.Text(name)),
                Set.of());
        placed(orderKey(number));
    }

    private void placed(RecordKey key) {
        placedAt.put(key, now);
        observe(false);
    }

    /** Orders of a customer as the index shows them, page by page as a driver would. */
    List<RecordKey> find(String customer) {
        return connector.copies().find(definition, Models.key("customerId", customer), null, 10_000).copies().stream()
                .map(CopyState::record)
                .toList();
    }

    /** A hand-written update of one order whose filter holds. */
    void updateOrder(RecordKey key, String customer, Optional<String> onlyIf, String name) {
        Optional<Doc> order = store.find("orders", key);
        if (order.isPresent()
                && text(order.get(), OWNER).equals(customer)
                && (onlyIf.isEmpty() || text(order.get(), NAME).equals(onlyIf.get()))) {
            store.set("orders", key, "customerName", new Value.Text(name));
        }
    }

    /** Sees what was written since the last call, by an updater or by the application. */
    void observe(boolean updater) {
        now++;
        ChangeStream.Batch batch = observed.poll(100_000, Duration.ZERO);
        for (Captured captured : batch.changes()) {
            if (captured instanceof Change change && change.after() != null) {
                if (updater) {
                    judge(change, change.after());
                } else {
                    byUpdater.remove(change.key());
                }
            }
        }
    }

    /** Backwards: an updater puts an older value where an updater had put a newer one of the same customer. */
    private void judge(Change change, Doc after) {
        copyWrites++;
        Doc before = change.before();
        boolean wasUpdaters = !byUpdater.add(change.key());
        if (before != null
                && wasUpdaters
                && text(before, OWNER).equals(text(after, OWNER))
                && counter(text(after, NAME)) < counter(text(before, NAME))) {
            boolean overCheck = Label.parse(before.get(label)).map(Label::nonce).isPresent();
            backwards += overCheck ? 0 : 1;
            behindACheck += overCheck ? 1 : 0;
        }
    }

    /** Compares every order with its customer, by nothing but reads. */
    Verdict verdict() {
        long stale = 0;
        Set<String> lost = new HashSet<>();
        for (Doc order : store.all("orders")) {
            String customer = text(order, OWNER);
            if (!text(order, NAME).equals(readSource(customer))) {
                stale++;
                RecordKey key = MemoryStore.id(order.get(FieldPath.of("_id")));
                if (placedAt.getOrDefault(key, -1L) < renamedAt.getOrDefault(customer, -1L)) {
                    lost.add(customer + renamedAt.get(customer));
                }
            }
        }
        return new Verdict(stale, backwards, lost.size(), behindACheck, copyWrites);
    }

    static String text(Doc record, FieldPath path) {
        return record.get(path) instanceof Value.Text text ? text.value() : "#-1";
    }

    private static long counter(String name) {
        return Long.parseLong(name.substring(name.indexOf('#') + 1));
    }
}
