package dev.lockstep.fanout.cases;

import static dev.lockstep.testkit.Docs.doc;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.capture.PartitionStatus;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.StoreCalls;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.fanout.pipeline.Wiring;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.modelfile.CanonicalJson;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.ModelStore;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemorySettings;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.ScriptedFaults;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A shop in memory, its state store, and processes that run the production pipeline on it without threads: a test
 * drives them step by step, or until nothing is left to do.
 */
final class Shop {
    static final StoreName SHOP = Models.SHOP;
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final int MOST_STEPS = 200_000;

    final ManualClock clock = new ManualClock();
    final MemoryStore store = new MemoryStore(SHOP, clock)
            .create("customers")
            .create("orders", MemoryIndex.of("customerId_1", "customerId"), MemoryIndex.of("items_sku_1", "items.sku"));
    final InMemoryStateStore state = new InMemoryStateStore(clock);
    final ScriptedFaults faults = new ScriptedFaults();
    final InMemoryConnector connector =
            new InMemoryConnector(store, MemorySettings.plain().with(faults));
    private final Map<String, Model> definitions = new LinkedHashMap<>();
    private int inMemory = 20_000;
    private int started;
    private boolean surprise;

    /** A pipeline and what its threads would drive. */
    final class Process {
        final Pipeline pipeline;
        final Map<String, Step> steps = new LinkedHashMap<>();

        private Process() {
            pipeline = new Pipeline(wiring("p" + ++started), (name, loop) -> steps.put("capture", loop));
            pipeline.load();
            steps.put("captures", pipeline.captures());
            pipeline.captures().step();
            steps.put("applier", pipeline.appliers().get(0));
            steps.put("checker", pipeline.checkers().get(0));
            steps.put("resync", pipeline.resync());
            steps.put("drain", pipeline.drain());
        }

        /** One step of one machine: captures, capture, applier, checker, resync, drain. */
        Step.Outcome step(String name) {
            return steps.get(name).step();
        }

        /** Steps until all machines are idle; time passes a little between rounds. */
        Process settle() {
            int idle = 0;
            for (int made = 0; idle < 5; made++) {
                if (made > MOST_STEPS) {
                    throw new AssertionError("it never comes to rest");
                }
                boolean worked = false;
                for (Step step : new ArrayList<>(steps.values())) {
                    worked |= step.step() == Step.Outcome.WORKED;
                }
                clock.advance(Duration.ofMillis(250));
                idle = worked ? 0 : idle + 1;
            }
            return this;
        }

        PartitionStatus stream() {
            return pipeline.captures().status().get(SHOP).values().iterator().next();
        }

        /** Ends as after SIGTERM. */
        void stop() {
            pipeline.captures().stopReading();
            settle();
            pipeline.captures().close();
        }
    }

    /** At most so many changes in memory, for processes that start from now on. */
    Shop atMostInMemory(int changes) {
        inMemory = changes;
        return this;
    }

    /** The next access to a store's records fails in a way that nobody expects. */
    void surpriseNextReader() {
        surprise = true;
    }

    Shop register(Model model) {
        return register(model, ModelState.ACTIVE);
    }

    Shop register(Model model, ModelState as) {
        String text = model.name() + "#" + definitions.size();
        definitions.put(text, model);
        state.models()
                .save(model.name(), 0, new ModelStore.Revision(1, text, "test", clock.instant(), null, ""), true, as);
        return this;
    }

    /** Starts a process; what it lost by a crash before it is what was in that process's memory. */
    Process start() {
        return new Process();
    }

    /** As {@link #start}, when the lease of a killed process has run out. */
    Process startAfterKill() {
        clock.advance(LEASE.plusSeconds(1));
        return new Process();
    }

    private Wiring wiring(String owner) {
        return new Wiring(
                access(),
                name -> connector.changes(),
                state,
                new Wiring.Texts(text -> Optional.ofNullable(definitions.get(text)), CanonicalJson::parse),
                Wiring.Rules.production("_lockstep"),
                new Wiring.Failing(StoreCalls.direct(), Backoff.exponential()),
                Signals.none(),
                clock,
                new Limits(
                        owner,
                        1,
                        1,
                        100,
                        100,
                        inMemory,
                        1_000,
                        Duration.ZERO,
                        LEASE,
                        Duration.ZERO,
                        Limits.Deletes.DEFAULT,
                        Limits.Tasks.DEFAULT,
                        Limits.LOOKUP_WAIT));
    }

    private CheckParts.Access access() {
        return new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName name) {
                return connector.copies();
            }

            @Override
            public RecordReader records(StoreName name) {
                if (surprise) {
                    surprise = false;
                    throw new IllegalStateException("the test ordered this failure");
                }
                return connector.records();
            }
        };
    }

    Shop customer(String id, @Nullable Object name) {
        store.insert("customers", doc("_id", id, "name", name));
        return this;
    }

    Shop order(String id, String customer, @Nullable Object name) {
        store.insert("orders", doc("_id", id, "customerId", customer, "customerName", name));
        return this;
    }

    void rename(String customer, Value name) {
        store.set("customers", key(customer), "name", name);
    }

    void rename(String customer, String name) {
        rename(customer, new Value.Text(name));
    }

    @Nullable
    Value field(String order, String field) {
        return store.find("orders", key(order)).orElseThrow().get(FieldPath.of(field));
    }

    @Nullable
    Value name(String order) {
        return field(order, "customerName");
    }

    List<@Nullable Value> names() {
        return store.all("orders").stream()
                .map(order -> order.get(FieldPath.of("customerName")))
                .toList();
    }

    static RecordKey key(String id) {
        return MemoryStore.id(id);
    }
}
