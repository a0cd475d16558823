package dev.lockstep.fanout.bench;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.fanout.run.Signal;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.fanout.run.Threads;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemorySettings;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.Operation;
import dev.lockstep.testkit.memory.ScriptedFaults;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Contenders on the in-memory store, where no server's time is in the way. */
abstract class MemorySide implements Side {
    private static final String MARKER = "marker";
    private static final FieldPath NAME = FieldPath.of("name");
    private static final FieldPath COPY = FieldPath.of("customerName");

    final MemoryStore store = new MemoryStore(Models.SHOP, Clock.systemUTC())
            .create("customers")
            .create("orders", MemoryIndex.of("customerId_1", "customerId"));
    final AtomicLong written = new AtomicLong();
    final Threads threads = new Threads();

    @Override
    public void begin(int customers, int orders) {
        store.insert("customers", Docs.doc("_id", MARKER, "name", "old"));
        store.insert("orders", Docs.doc("_id", MARKER, "customerId", MARKER, "customerName", "old"));
        for (int customer = 0; customer < customers; customer++) {
            store.insert("customers", Docs.doc("_id", "c" + customer, "name", "old"));
            for (int order = 0; order < orders; order++) {
                store.insert(
                        "orders",
                        Docs.doc(
                                "_id",
                                "o" + customer + "-" + order,
                                "customerId",
                                "c" + customer,
                                "customerName",
                                "old",
                                "status",
                                "OPEN",
                                "total",
                                order));
            }
        }
        listen();
    }

    abstract void listen();

    @Override
    public void rename(List<Integer> customers, String name) {
        for (int customer : customers) {
            store.set("customers", MemoryStore.id("c" + customer), "name", new Value.Text(name));
        }
    }

    @Override
    public long written() {
        return written.get();
    }

    @Override
    public void settle() {}

    @Override
    public long wrong(String name) {
        return store.all("orders").stream()
                .filter(order -> !new Value.Text(MARKER).equals(order.get(FieldPath.of("_id"))))
                .filter(order -> !new Value.Text(name).equals(order.get(COPY)))
                .count();
    }

    @Override
    public long busyNanos() {
        return 0;
    }

    @Override
    public void close() {
        threads.stop(Duration.ofSeconds(5));
    }

    /** The stream of the sources, and one statement for each change. */
    static final class ByHand extends MemorySide {
        @Override
        void listen() {
            InMemoryConnector connector = new InMemoryConnector(store);
            ChangeStream stream = connector
                    .changes()
                    .open(
                            "p0",
                            new ChangeSource.Subscription(
                                    Map.of("customers", new ChangeSource.Interest(Set.of(NAME), false))),
                            new ChangeSource.Now());
            threads.start(
                    "by-hand",
                    () -> {
                        ChangeStream.Batch batch = stream.poll(500, Duration.ofMillis(100));
                        batch.changes().forEach(this::apply);
                        return Step.Outcome.WORKED;
                    },
                    new Signal(),
                    Duration.ofMillis(20));
        }

        private void apply(Captured captured) {
            if (captured instanceof Change change && change.after() != null) {
                Value id = change.key().attributes().get(FieldPath.of("_id"));
                Value name = change.after().get(NAME);
                if (id != null && name != null) {
                    written.addAndGet(store.updateMany("orders", "customerId_1", id, COPY, name));
                }
            }
        }
    }

    /** The pipeline of production. */
    static final class ByLockstep extends MemorySide {
        private final ScriptedFaults calls = new ScriptedFaults();
        private final RunningLockstep lockstep = new RunningLockstep(written);

        @Override
        void listen() {
            lockstep.start(new InMemoryConnector(store, MemorySettings.plain().with(calls)), threads);
            calls.forgetCalls();
        }

        long reads() {
            return calls.calls(Operation.READ_SOURCES)
                    + calls.calls(Operation.READ_COPIES)
                    + calls.calls(Operation.FIND_COPIES);
        }

        long checks() {
            return lockstep.checked();
        }

        @Override
        public void settle() {
            lockstep.settleBehind(() ->
                    store.set("customers", MemoryStore.id(MARKER), "name", new Value.Text("at " + System.nanoTime())));
        }
    }
}
