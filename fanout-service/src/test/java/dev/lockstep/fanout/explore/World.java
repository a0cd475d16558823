package dev.lockstep.fanout.explore;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;

import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.change.Version;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.Nonces;
import dev.lockstep.fanout.deletes.DueDeletes;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.StoreCalls;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.fanout.pipeline.Wiring;
import dev.lockstep.fanout.resync.Drain;
import dev.lockstep.fanout.resync.Resync;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.fanout.tasks.LargeFanouts;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.ModelStore;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.testkit.memory.Faults;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.IndexVisibility;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemorySettings;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.Paging;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.state.StateFaults;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A small world: stores, a state store, an environment of scripts, and processes that are production pipelines. Whoever
 * drives it chooses which machine makes the next step. A world is rebuilt by the same steps, for its objects can't be
 * cloned.
 */
final class World {
    /** Who can make a step. */
    abstract static class Machine {
        final String name;
        final boolean environment;

        Machine(String name, boolean environment) {
            this.name = name;
            this.environment = environment;
        }

        abstract boolean enabled();

        /** True when something was done; false is a hint only. */
        abstract boolean step();
    }

    /** One step of a script, with what people read in a trace. */
    record Act(String says, Consumer<World> does) {}

    /** A process: a pipeline and the machines that its threads would drive. */
    final class Process {
        final String owner;
        final Pipeline pipeline;
        final Map<String, Step> steps = new LinkedHashMap<>();
        boolean dead;

        Process(String owner) {
            this.owner = owner;
            Map<StoreName, InMemoryConnector> connectors = connectors(parts.writeRules);
            this.pipeline = new Pipeline(wiring(owner, connectors), steps::put);
            pipeline.load();
            pipeline.captures().step();
            steps.values().forEach(Step::step);
            for (int i = 0; i < pipeline.appliers().size(); i++) {
                steps.put("applier" + (i == 0 ? "" : i), pipeline.appliers().get(i));
            }
            steps.put("checker", pipeline.checkers().get(0));
            steps.put("resync", pipeline.resync());
            steps.put("drain", pipeline.drain());
            steps.put("deletes", pipeline.dueDeletes());
            steps.put("tasks", pipeline.largeFanouts());
            steps.forEach((task, step) -> machines.add(new Machine(owner + " " + task, false) {
                @Override
                boolean enabled() {
                    return !dead
                            && (usesResync || !(step instanceof Resync || step instanceof Drain))
                            && (deletesMatter() || !(step instanceof DueDeletes))
                            && (tasksMatter() || !(step instanceof LargeFanouts));
                }

                @Override
                boolean step() {
                    boolean worked = step.step() == Step.Outcome.WORKED;
                    if (task.equals("checker") && isBetweenBeginAndRead(step)) {
                        step.step();
                    }
                    return worked;
                }
            }));
        }
    }

    static final StoreName SHOP = new StoreName("shop");
    static final StoreName SIDE = new StoreName("side");
    static final String PREFIX = "_lockstep";
    private static final String CHAINED = "chained";
    private static final Wiring.Rules PRODUCTION = Wiring.Rules.production(PREFIX);
    private static final Duration LEASE = Duration.ofHours(1);

    final ManualClock clock = new ManualClock();
    final Map<StoreName, MemoryStore> stores = new LinkedHashMap<>();
    final InMemoryStateStore state;
    final List<Machine> machines = new ArrayList<>();
    final List<Process> processes = new ArrayList<>();
    final Map<String, Object> memory = new LinkedHashMap<>();
    final Parts parts;
    final Map<String, Model> definitions = new LinkedHashMap<>();

    /** A model whose sources are the orders, whose copies are the invoices; {@code null} without a chain. */
    @Nullable
    Model chained;

    final List<String> violations = new ArrayList<>();
    Limits limits = new Limits(
            "",
            1,
            1,
            10,
            10,
            100,
            100,
            Duration.ZERO,
            LEASE,
            Duration.ZERO,
            new Limits.Deletes(Duration.ZERO, 1_000),
            Limits.Tasks.NONE,
            Limits.LOOKUP_WAIT);
    Faults faults = Faults.none();
    Paging paging = Paging.copyByCopy();
    boolean usesResync;
    boolean gapsExpected;

    /** True when a source that was deleted has come back before its delete was due. */
    boolean createdInTime;

    boolean readsAsOldAsAllowed;
    private boolean isLagging;
    int nonce;
    private final List<Repair> repairs = new ArrayList<>();
    private final Map<StoreName, Long> examined = new LinkedHashMap<>();
    private final Map<StoreName, Integer> generations = new LinkedHashMap<>();
    private StoreName copiesIn = SHOP;

    World(Parts parts) {
        this(parts, StateFaults.none());
    }

    World(Parts parts, StateFaults stateFaults) {
        this.parts = parts;
        this.state = new InMemoryStateStore(clock, stateFaults);
    }

    // ---------------------------------------------------------------- setting up

    /** Stores, sources A and B, and a model that has been running for long. */
    World with(Map<String, Model> revisions, boolean twoStores) {
        definitions.putAll(revisions);
        MemoryStore shop = new MemoryStore(SHOP, clock);
        stores.put(SHOP, shop);
        if (twoStores) {
            stores.put(SIDE, new MemoryStore(SIDE, clock));
            copiesIn = SIDE;
        }
        shop.create("customers");
        copies().create("orders", MemoryIndex.of("customerId_1", "customerId"));
        return this;
    }

    MemoryStore sources() {
        return stores.get(SHOP);
    }

    MemoryStore copies() {
        return stores.get(copiesIn);
    }

    World source(String id, String name, String tier) {
        sources().insert("customers", doc("_id", id, "name", name, "tier", tier, "rank", "r-" + id));
        return this;
    }

    /** A copy that is right; labelled as by a fill, or not at all. */
    World copy(String id, String customer, boolean labelled) {
        return copy(id, customer, labelled, Position.ZERO);
    }

    World copy(String id, String customer, boolean labelled, Position position) {
        Doc record = right(id, customer);
        if (labelled) {
            Version filled = new Version(epoch(), position);
            for (CopyDefinition definition : definitions.get("1").definitions()) {
                record = record.with(
                        definition.labelPath(PREFIX),
                        Label.of(dev.lockstep.testkit.Models.key("customerId", customer), filled)
                                .toDoc());
            }
        }
        copies().insert("orders", record);
        return this;
    }

    /** Gives a copy the label of a check. */
    World labelled(String id, String customer, String nonce) {
        CopyDefinition definition = definitions.get("1").definitions().get(0);
        Label label = Label.of(
                dev.lockstep.testkit.Models.key("customerId", customer), new Version(epoch(), Position.ZERO), nonce);
        copies().set("orders", MemoryStore.id(id), definition.labelPath(PREFIX).toString(), label.toDoc());
        return this;
    }

    Doc right(String id, String customer) {
        Doc source = sources().find("customers", MemoryStore.id(customer)).orElseThrow();
        return doc(
                "_id",
                id,
                "customerId",
                customer,
                "customerName",
                source.get(FieldPath.of("name")),
                "customerTier",
                source.get(FieldPath.of("tier")),
                "own",
                "own-" + id);
    }

    /** The orders are sources too: of this model's copies, among which is an invoice of o1 that is right. */
    World chained(Model model) {
        chained = model;
        copies().create("invoices", MemoryIndex.of("orderId_1", "orderId"));
        Doc order = copies().find("orders", MemoryStore.id("o1")).orElseThrow();
        FieldPath name = FieldPath.of("customerName");
        copies().insert("invoices", doc("_id", "i1", "orderId", "o1", "customerName", order.get(name)));
        save(model, CHAINED);
        return this;
    }

    private Epoch epoch() {
        return Epoch.after(0, clock.instant().getEpochSecond());
    }

    World register() {
        save(definitions.get("1"), "1");
        return this;
    }

    private void save(Model model, String text) {
        ModelStore.Revision revision = new ModelStore.Revision(1, text, "test", clock.instant(), null, "");
        state.models().save(model.name(), 0, revision, true, ModelState.ACTIVE);
    }

    private Optional<Model> definition(String text) {
        return Optional.ofNullable(text.equals(CHAINED) ? chained : definitions.get(text));
    }

    /** Stores checkpoints at the present end of all streams, as if everything so far had been applied. */
    World checkpointed() {
        stores.forEach((name, store) -> {
            Lease lease = state.leases()
                    .acquire("capture/" + name + "/p0", "setup", LEASE)
                    .orElseThrow();
            state.checkpoints()
                    .save(
                            new Checkpoint(
                                    name,
                                    "p0",
                                    new ResumePoint("1-" + store.newest()),
                                    store.identity(),
                                    clock.instant(),
                                    clock.instant()),
                            lease);
            state.leases().release(lease);
        });
        remember();
        examineFromHere();
        return this;
    }

    /** What is left of a fan-out after one call, which looks the copies up or writes one of them, becomes a task. */
    World withTasks() {
        limits = new Limits(
                limits.owner(),
                limits.appliers(),
                limits.checkers(),
                limits.batch(),
                limits.page(),
                limits.inMemory(),
                limits.remembered(),
                limits.pollWait(),
                limits.lease(),
                limits.checkpointEvery(),
                limits.deletes(),
                Limits.Tasks.DEFAULT,
                limits.lookupWait());
        return this;
    }

    /**
     * The index of the copies shows a change some time after it, but before a second check of the copy is due: so much
     * time passes as long as there is something to show or to wait for.
     */
    World withLaggingIndex() {
        copies().indexes(IndexVisibility.LAGGING);
        isLagging = true;
        machines.add(new Machine("time passes", true) {
            @Override
            boolean enabled() {
                return timeIsToPass();
            }

            @Override
            boolean step() {
                pass(limits.lookupWait());
                return true;
            }
        });
        return this;
    }

    /** An index that lags has caught up after so much time. */
    private void pass(Duration time) {
        copies().unseenByIndex()
                .forEach((collection, keys) -> keys.forEach(key -> copies().showIndex(collection, key)));
        clock.advance(time);
    }

    private boolean timeIsToPass() {
        return !copies().unseenByIndex().isEmpty()
                || !state.waitingKeys().counts().equals(state.waitingKeys().due(clock.instant()));
    }

    /** Fills, full checks and waiting keys take part. */
    World withResync() {
        usesResync = true;
        return this;
    }

    void examineFromHere() {
        stores.forEach((name, store) -> {
            examined.put(name, newest(store));
            generations.put(name, generation(store));
        });
    }

    World actor(String name, Act... script) {
        int[] at = {0};
        memory.put("at " + name, at);
        machines.add(new Machine(name, true) {
            @Override
            boolean enabled() {
                return at[0] < script.length;
            }

            @Override
            boolean step() {
                script[at[0]++].does().accept(World.this);
                return true;
            }
        });
        scripts.put(name, List.of(script));
        return this;
    }

    private final Map<String, List<Act>> scripts = new LinkedHashMap<>();

    Process start() {
        Process process = new Process("p" + (processes.size() + 1));
        processes.add(process);
        return process;
    }

    Map<StoreName, InMemoryConnector> connectors(dev.lockstep.testkit.memory.WriteRules rules) {
        MemorySettings settings =
                MemorySettings.plain().with(paging).with(rules).with(faults).with(parts.stale.apply(this));
        Map<StoreName, InMemoryConnector> connectors = new LinkedHashMap<>();
        stores.forEach((name, store) -> connectors.put(name, new InMemoryConnector(store, settings)));
        return connectors;
    }

    static CheckParts.Access access(Map<StoreName, InMemoryConnector> connectors) {
        return new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName store) {
                return connectors.get(store).copies();
            }

            @Override
            public RecordReader records(StoreName store) {
                return connectors.get(store).records();
            }
        };
    }

    private Wiring wiring(String owner, Map<StoreName, InMemoryConnector> connectors) {
        Wiring.Rules production = PRODUCTION;
        Wiring.Rules counted = new Wiring.Rules(
                production.merging(),
                production.trackers(),
                production.watch(),
                production.projector(),
                nonces(),
                production.newest());
        return new Wiring(
                parts.stores.apply(access(connectors), this),
                store -> parts.changes.apply(connectors.get(store).changes(), stores.get(store)),
                parts.state.apply(state),
                new Wiring.Texts(this::definition, World::keyText),
                parts.rules.apply(counted),
                new Wiring.Failing(StoreCalls.direct(), Backoff.none()),
                Signals.none(),
                clock,
                new Limits(
                        owner,
                        limits.appliers(),
                        limits.checkers(),
                        limits.batch(),
                        limits.page(),
                        limits.inMemory(),
                        limits.remembered(),
                        limits.pollWait(),
                        limits.lease(),
                        limits.checkpointEvery(),
                        limits.deletes(),
                        limits.tasks(),
                        limits.lookupWait()));
    }

    Nonces nonces() {
        return () -> "~n" + nonce++;
    }

    /** Reads {@code {"name":"text"}}, which is all that the keys of these worlds are. */
    static Value keyText(String canonical) {
        String[] quoted = canonical.split("\"");
        return doc(quoted[1], quoted[3]);
    }

    /** Makes steps of these machines, so that a world begins in the middle of things. */
    World after(String... names) {
        for (String name : names) {
            Machine machine = machines.stream()
                    .filter(candidate -> candidate.name.equals(name))
                    .findFirst()
                    .orElseThrow();
            beginning.add(says(machine));
            step(machine);
        }
        return this;
    }

    // ---------------------------------------------------------------- acts

    static Act set(String collection, String id, String field, String value) {
        return new Act(
                "the application sets " + id + "." + field + " = " + value,
                world -> world.storeOf(collection).set(collection, MemoryStore.id(id), field, text(value)));
    }

    static Act moveWithValues(String id, String customer) {
        return new Act("the application moves " + id + " to " + customer + " with its values", world -> {
            Doc right = world.right(id, customer);
            Map<FieldPath, Value> set = new LinkedHashMap<>();
            for (String name : List.of("customerId", "customerName", "customerTier")) {
                set.put(FieldPath.of(name), right.entries().get(name));
            }
            world.copies().update("orders", MemoryStore.id(id), set, java.util.Set.of());
        });
    }

    MemoryStore storeOf(String collection) {
        return collection.equals("customers") ? sources() : copies();
    }

    static Act load(String id) {
        return new Act(
                "the application loads " + id,
                world -> world.memory.put(
                        "loaded " + id,
                        world.copies().find("orders", MemoryStore.id(id)).orElseThrow()));
    }

    /** Saves the record as it was loaded, with the labels of then or without any. */
    static Act save(String id, boolean keepsLabels) {
        return new Act("the application saves " + id + (keepsLabels ? " whole" : " whole, without labels"), world -> {
            Doc loaded = (Doc) world.memory.remove("loaded " + id);
            Doc changed = loaded.with(FieldPath.of("own"), text("saved"));
            world.copies().replace("orders", keepsLabels ? changed : changed.without(FieldPath.of(PREFIX)));
        });
    }

    static Act readSource(String id) {
        return new Act("the application reads " + id, world -> world.memory.put("right o3", world.right("o3", id)));
    }

    static Act insertRead() {
        return new Act(
                "the application inserts o3 with what it read",
                world -> world.copies().insert("orders", (Doc) world.memory.remove("right o3")));
    }

    static Act delete(String collection, String id) {
        return new Act(
                "the application deletes " + id,
                world -> world.storeOf(collection).delete(collection, MemoryStore.id(id)));
    }

    static Act create(String id, String name, String tier) {
        return new Act("the application creates " + id + " again", world -> world.source(id, name, tier));
    }

    /** So much time that every delete so far is due. */
    static Act deletesAreDue() {
        return new Act("deletes become due", world -> {
            world.createdInTime =
                    world.sources().find("customers", MemoryStore.id("A")).isPresent();
            world.clock.advance(world.limits.deletes().delay());
        });
    }

    static Act insertOfNoSource() {
        return new Act(
                "the application inserts o3 of no source",
                world -> world.copies().insert("orders", doc("_id", "o3", "customerId", "C", "customerName", "x")));
    }

    static Act crash() {
        return new Act("the process crashes and another one starts", world -> {
            world.processes.forEach(process -> process.dead = true);
            world.pass(LEASE.multipliedBy(2));
            world.start();
        });
    }

    static Act takeover() {
        return new Act("the lease runs out and another process takes over", world -> {
            world.pass(LEASE.multipliedBy(2));
            world.start();
        });
    }

    static Act oldDies() {
        return new Act("the old process dies", world -> world.processes.get(0).dead = true);
    }

    static Act saveRevision() {
        return new Act("revision 2 is saved", world -> {
            Model model = world.definitions.get("2");
            world.parts
                    .state
                    .apply(world.state)
                    .models()
                    .save(
                            model.name(),
                            1,
                            new ModelStore.Revision(2, "2", "test", world.clock.instant(), null, ""),
                            true,
                            ModelState.FILLING);
        });
    }

    static Act reload() {
        return new Act(
                "the pipeline learns of it",
                world -> world.processes
                        .get(world.processes.size() - 1)
                        .pipeline
                        .models()
                        .reload());
    }

    static Act state(ModelState to) {
        return new Act("an operator sets the model " + to, world -> {
            world.state.models().setState(world.definitions.get("1").name(), to, null);
            world.processes.get(world.processes.size() - 1).pipeline.models().reload();
        });
    }

    static Act restored() {
        return new Act(
                "an operator says that the store was restored",
                world -> world.processes
                        .get(world.processes.size() - 1)
                        .pipeline
                        .captures()
                        .restored(SHOP, "restored"));
    }

    static Act fill() {
        return new Act(
                "an operator asks for a fill",
                world -> world.processes
                        .get(world.processes.size() - 1)
                        .pipeline
                        .resync()
                        .fill(world.definitions.get("1").name()));
    }

    /** A repair job beside the service. */
    World repair(String... ids) {
        return repairCalled("repair", ids);
    }

    /** One of several repair jobs. */
    World repairCalled(String name, String... ids) {
        return add(new Repair(this, name, false, ids));
    }

    /** A repair job that begins when nobody else has anything to do. */
    World repairAtLast(String... ids) {
        return add(new Repair(this, "repair at last", true, ids));
    }

    private World add(Repair repair) {
        repairs.add(repair);
        machines.add(repair);
        return this;
    }

    // ---------------------------------------------------------------- driving

    /** Makes a step of a machine and examines what it wrote. */
    boolean step(Machine machine) {
        boolean worked = true;
        clock.advance(Duration.ofMillis(1));
        try {
            worked = machine.step();
        } catch (RuntimeException e) {
            if (!tolerates(e)) {
                StackTraceElement[] at = e.getStackTrace();
                violations.add("threw " + e + (at.length > 0 ? " at " + at[0] : ""));
            }
        }
        remember();
        repairs.forEach(Repair::look);
        if (machine.environment || replaying) {
            examineFromHere();
        } else if (examines) {
            examine();
        }
        return worked;
    }

    boolean examines = true;

    /** True while steps are repeated that were examined when they were made for the first time. */
    boolean replaying;

    final List<String> beginning = new ArrayList<>();

    private final Map<String, List<Log.State>> histories = new LinkedHashMap<>();
    private long remembered;

    private void remember() {
        long newest = newest(sources());
        for (long number = Math.max(remembered + 1, Log.oldest(sources())); number <= newest; number++) {
            Log.Entry entry = Log.entry(sources(), number);
            String collection = entry.collection().collection();
            if (collection.equals("customers") || (chained != null && collection.equals("orders"))) {
                String id = ((Value.Text) entry.key().attributes().entries().get("_id")).value();
                histories.computeIfAbsent(id, key -> new ArrayList<>()).add(new Log.State(number, entry.after()));
            }
        }
        remembered = newest;
    }

    boolean tolerates(RuntimeException e) {
        return toleratesStateFailures && e instanceof dev.lockstep.state.StateException;
    }

    boolean toleratesStateFailures;

    /** What a machine's next step is, for traces. */
    String says(Machine machine) {
        List<Act> script = scripts.get(machine.name);
        if (script == null) {
            return machine.name;
        }
        int at = ((int[]) memory.get("at " + machine.name))[0];
        return at < script.size() ? script.get(at).says() : machine.name;
    }

    private static boolean isBetweenBeginAndRead(Step checker) {
        Object run = Fingerprint.read(checker, "run");
        return run != null
                && String.valueOf(Fingerprint.read(run, "phase")).equals("READ_COPIES")
                && Integer.valueOf(0).equals(Fingerprint.read(run, "rounds"))
                && ((java.util.Collection<?>) java.util.Objects.requireNonNull(Fingerprint.read(run, "outcomes")))
                        .isEmpty();
    }

    // ---------------------------------------------------------------- what must hold

    private void examine() {
        for (MemoryStore store : stores.values()) {
            long newest = newest(store);
            if (generation(store) != generations.get(store.name())) {
                examineFromHere();
                return;
            }
            for (long number = Math.max(examined.get(store.name()) + 1, Log.oldest(store));
                    number <= newest;
                    number++) {
                examine(Log.entry(store, number));
            }
            examined.put(store.name(), newest);
        }
    }

    private void examine(Log.Entry entry) {
        if (entry.collection().equals(new CollectionRef(SHOP, "customers"))) {
            violations.add("P5: the source " + entry.key() + " was written");
            return;
        }
        Doc before = entry.before();
        Doc after = entry.after();
        if (before == null) {
            violations.add("R9: the copy " + entry.key() + " was created");
            return;
        }
        if (after == null) {
            if (policy() != Copy.OnSourceDelete.DELETE) {
                violations.add("P5: the copy " + entry.key() + " was deleted");
            } else if (!wasDeletedOnce(before) || createdInTime) {
                violations.add("R8: the copy " + entry.key() + " was deleted though its source is there");
            }
            return;
        }
        Model model = modelOf(entry);
        List<CopyDefinition> labelled = model.definitions().stream()
                .filter(definition -> !java.util.Objects.equals(
                        before.get(definition.labelPath(PREFIX)), after.get(definition.labelPath(PREFIX))))
                .toList();
        List<CopyDefinition> written = labelled.isEmpty()
                ? model.definitions().stream()
                        .filter(definition -> !stripped(before, definition).equals(before))
                        .limit(1)
                        .toList()
                : labelled;
        if (written.size() != 1) {
            violations.add("P5: a write of " + entry.key() + " changed " + written.size() + " labels");
            return;
        }
        examine(entry, written.get(0), before, after);
    }

    /** What somebody writes into a copy after its source's delete was carried out is a finding, and stays. */
    private boolean isReportedOrphaned(CopyDefinition definition, Doc copy) {
        String key = MemoryStore.id(copy.entries().get("_id")).canonical();
        return state.findings().open(Optional.of(definition.model().name()), 0, 100).stream()
                .anyMatch(finding -> finding.kind().equals("orphaned")
                        && finding.copy().equals(definition.copy().name())
                        && finding.copyKey().equals(key));
    }

    /** True when deletes wait of which none is due. */
    private boolean deletesWait() {
        ModelName model = currentModel().name();
        return state.deletes().counts().containsKey(model)
                && state.deletes().due(model, clock.instant(), 1).isEmpty();
    }

    private boolean deletesMatter() {
        return definitions.values().stream()
                .flatMap(model -> model.copies().stream())
                .anyMatch(copy -> copy.onSourceDelete() != Copy.OnSourceDelete.KEEP);
    }

    private boolean tasksMatter() {
        return limits.tasks().pages() < Limits.Tasks.NONE.pages();
    }

    private Copy.OnSourceDelete policy() {
        return currentModel().copies().get(0).onSourceDelete();
    }

    /** True when the source that the copy names has been away, at any time. */
    private boolean wasDeletedOnce(Doc copy) {
        String customer = ((Value.Text) copy.entries().get("customerId")).value();
        return histories.getOrDefault(customer, List.of()).stream().anyMatch(past -> past.record() == null);
    }

    private Model currentModel() {
        return definitions.values().stream().reduce((a, b) -> b).orElseThrow();
    }

    private Model modelOf(Log.Entry entry) {
        Model ofInvoices = chained;
        return ofInvoices != null && entry.collection().collection().equals("invoices") ? ofInvoices : currentModel();
    }

    private void examine(Log.Entry entry, CopyDefinition definition, Doc before, Doc after) {
        if (!stripped(before, definition).equals(stripped(after, definition))) {
            violations.add("P5: a write of " + entry.key() + " changed more than " + definition);
        }
        Label then = Label.parse(before.get(definition.labelPath(PREFIX))).orElse(null);
        Label now = Label.parse(after.get(definition.labelPath(PREFIX))).orElse(null);
        if (now == null) {
            violations.add("P5: a write of " + entry.key() + " left no label");
            return;
        }
        if (then != null && then.source().equals(now.source()) && now.version().compareTo(then.version()) < 0) {
            violations.add("P2: the label of " + entry.key() + " went back from " + then + " to " + now);
        }
        String source = now.source().split("\"")[3];
        if (processes.isEmpty() && lastAgreeing(definition, source, after) < lastAgreeing(definition, source, before)) {
            violations.add("P2: the values of " + entry.key() + " went back");
        }
        if (!text(source)
                .equals(after.get(definition.copy().pointer().attributes().get(0)))) {
            violations.add("R1: a write of " + entry.key() + " for " + source + " though it names another source");
        }
        Version version = now.parsedVersion().orElseThrow();
        if (!gapsExpected
                && Log.isAbove(
                        histories.getOrDefault(source, List.of()),
                        version.position(),
                        record -> agrees(firstRevision(definition), record, after),
                        isAsAfterDelete(definition, after))) {
            violations.add("R5: the label of " + entry.key() + ", " + now.version() + ", is above its value");
        }
    }

    /** The number of the last state of a source that a copy agrees with; -1 for none. */
    private int lastAgreeing(CopyDefinition definition, String source, Doc copy) {
        List<Log.State> history = histories.getOrDefault(source, List.of());
        for (int i = history.size() - 1; i >= 0; i--) {
            Doc record = history.get(i).record();
            if (record != null && agrees(firstRevision(definition), record, copy)) {
                return i;
            }
        }
        return -1;
    }

    /** The oracle of the policies {@code unset} and {@code mark}. */
    private static boolean isAsAfterDelete(CopyDefinition definition, Doc copy) {
        return switch (definition.copy().onSourceDelete()) {
            case UNSET -> definition.copy().fields().stream().allMatch(field -> copy.get(field.target()) == null);
            case MARK -> text("yes").equals(copy.get(FieldPath.of("gone")));
            case KEEP, DELETE -> false;
        };
    }

    /** A process that has not learned of a revision writes the fields of the first one. */
    private CopyDefinition firstRevision(CopyDefinition definition) {
        return definitions.get("1").definitions().stream()
                .filter(first -> first.id().equals(definition.id()))
                .findFirst()
                .orElse(definition);
    }

    private static Doc stripped(Doc record, CopyDefinition definition) {
        Doc left = record;
        for (FieldPath path : definition.copy().written()) {
            left = left.without(path);
        }
        left = left.without(definition.labelPath(PREFIX));
        FieldPath model = FieldPath.of(PREFIX, definition.model().name().value());
        if (left.get(model) instanceof Doc labels && labels.entries().isEmpty()) {
            left = left.without(model);
        }
        return left.get(FieldPath.of(PREFIX)) instanceof Doc labels
                        && labels.entries().isEmpty()
                ? left.without(FieldPath.of(PREFIX))
                : left;
    }

    /** The oracle: what a copy should be, computed apart from the projection of production. */
    static boolean agrees(CopyDefinition definition, Doc source, Doc copy) {
        return definition.copy().fields().stream().allMatch(field -> {
            String from = switch (field.target().head()) {
                case "customerName" -> definition.copy().name().value().equals("invoices") ? "customerName" : "name";
                case "customerTier" -> "tier";
                default -> "rank";
            };
            return java.util.Objects.equals(source.get(FieldPath.of(from)), copy.get(field.target()));
        });
    }

    /** What is wrong now that everything has come to rest. */
    List<String> wrongAtRest() {
        if (isLagging && timeIsToPass()) {
            return List.of();
        }
        if (processes.isEmpty()) {
            return wrongWithoutService();
        }
        List<String> wrong = new ArrayList<>();
        var stored = state.models().all().get(0);
        Model model = definitions.get(stored.definition());
        boolean runs = stored.state() == ModelState.ACTIVE;
        boolean learned = processes
                .get(processes.size() - 1)
                .pipeline
                .models()
                .find(model.name())
                .filter(known -> known.revision() == stored.revision())
                .isPresent();
        if (!learned) {
            return wrong;
        }
        if (!runs && stored.state() != ModelState.PAUSED) {
            wrong.add("the model is " + stored.state());
        }
        for (Doc copy : runs ? copies().all("orders") : List.<Doc>of()) {
            Optional<Doc> source = Optional.ofNullable(copy.get(FieldPath.of("customerId")))
                    .flatMap(id -> sources().find("customers", MemoryStore.id(id)));
            for (CopyDefinition definition : source.isEmpty() ? model.definitions() : List.<CopyDefinition>of()) {
                if (policy() != Copy.OnSourceDelete.KEEP
                        && !deletesWait()
                        && wasDeletedOnce(copy)
                        && !isReportedOrphaned(definition, copy)
                        && !isAsAfterDelete(definition, copy)) {
                    wrong.add("R8: the copy " + copy.entries().get("_id").canonical() + " of " + definition
                            + " is as if its source were there");
                }
            }
            if (source.isPresent() && copy.get(FieldPath.of("gone")) != null) {
                wrong.add("R8: the copy " + copy.entries().get("_id").canonical()
                        + " is marked though its source is there");
            }
            for (CopyDefinition definition : source.isPresent() ? model.definitions() : List.<CopyDefinition>of()) {
                if (!agrees(definition, source.get(), copy)) {
                    wrong.add("P1: the copy " + copy.entries().get("_id").canonical() + " of " + definition
                            + " is stale for ever");
                }
            }
        }
        wrong.addAll(wrongInvoices());
        List<Gap> gaps = state.gaps().list(!gapsExpected, 0, 10);
        gaps.stream()
                .filter(gap -> !gapsExpected || gap.closedAt() == null)
                .forEach(gap -> wrong.add("P7: an open gap of " + gap.store() + ": " + gap.reason()));
        if (!gapsExpected) {
            state.gaps().list(false, 0, 10).stream()
                    .filter(gap -> gap.closedAt() != null)
                    .forEach(gap -> wrong.add("P3: history was lost: " + gap.reason()));
        }
        state.deadLetters().list(Optional.empty(), 0, 10).forEach(letter -> wrong.add("a dead letter: " + letter));
        if (runs && !deletesWait() && !state.deletes().counts().isEmpty()) {
            wrong.add("R8: deletes wait though the model runs");
        }
        if (runs && !state.tasks().counts().isEmpty()) {
            wrong.add("P3: a large fan-out does not end though the model runs");
        }
        if (runs && !state.waitingKeys().counts().isEmpty()) {
            wrong.add("P3: keys wait though the model runs");
        }
        return wrong;
    }

    /** Without a service copies are right once a repair has run when all others had ended. */
    private List<String> wrongWithoutService() {
        Model model = definitions.get("1");
        return machines.stream().anyMatch(Machine::enabled)
                ? List.of()
                : copies().all("orders").stream()
                        .filter(copy -> !agrees(
                                model.definitions().get(0),
                                sources()
                                        .find(
                                                "customers",
                                                MemoryStore.id(copy.entries().get("customerId")))
                                        .orElseThrow(),
                                copy))
                        .map(copy -> "P1: the copy " + copy.entries().get("_id").canonical() + " is stale after all")
                        .toList();
    }

    private List<String> wrongInvoices() {
        List<String> wrong = new ArrayList<>();
        for (Doc invoice : chained == null ? List.<Doc>of() : copies().all("invoices")) {
            String order = ((Value.Text) invoice.entries().get("orderId")).value();
            Object name = copies().find("orders", MemoryStore.id(order))
                    .map(source -> source.entries().get("customerName"))
                    .orElse(null);
            if (name != null && !name.equals(invoice.entries().get("customerName"))) {
                wrong.add("P1: the invoice of " + order + " is stale for ever");
            }
        }
        return wrong;
    }

    // ---------------------------------------------------------------- fingerprint

    long fingerprint() {
        Fingerprint print = new Fingerprint();
        memory.forEach((name, value) -> {
            if (value instanceof int[] at) {
                print.add((long) at[0]);
            } else if (value instanceof Object[] array) {
                print.add(array[0]);
            } else {
                print.add(name).add(value);
            }
        });
        for (MemoryStore store : stores.values()) {
            Log.addTo(print, store, horizon(store), readsAsOldAsAllowed);
        }
        print.add(Fingerprint.read(java.util.Objects.requireNonNull(Fingerprint.read(state, "cell")), "data"));
        for (Process process : processes) {
            print.add(process.dead ? null : process.pipeline);
        }
        parts.stateful.forEach(print::add);
        if (isLagging) {
            print.add(clock.instant()).add(copies().unseenByIndex());
        }
        return print.value();
    }

    /** No process will ever read the log up to here again. */
    private long horizon(MemoryStore store) {
        long least = state.checkpoints()
                .load(store.name(), "p0")
                .map(checkpoint ->
                        Long.parseLong(checkpoint.resumeAfter().token().split("-")[1]))
                .orElse(0L);
        for (Process process : processes) {
            if (!process.dead) {
                least = Math.min(least, Log.delivered(process.pipeline, store.name(), least));
            }
        }
        return least;
    }

    private static long newest(MemoryStore store) {
        return Long.parseLong(store.newest().text());
    }

    private static int generation(MemoryStore store) {
        return Log.generation(store);
    }
}
