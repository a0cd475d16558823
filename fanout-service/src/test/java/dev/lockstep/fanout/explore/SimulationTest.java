package dev.lockstep.fanout.explore;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.items;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.Faults;
import dev.lockstep.testkit.memory.Images;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.Operation;
import dev.lockstep.testkit.memory.Paging;
import dev.lockstep.testkit.state.StateFaults;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Random worlds: five customers and five products, a dozen orders with two copy definitions and lines, two models,
 * failing calls, crashes, zombies, pauses, lost history. Whatever happened, all copies are right when it has ended.
 */
class SimulationTest {
    private static final boolean FULL = Boolean.getBoolean("lockstep.explore.full");
    private static final long ONLY_SEED = Long.getLong("lockstep.simulation.seed", 0);

    @BeforeAll
    static void quiet() {
        ((Logger) LoggerFactory.getLogger("dev.lockstep")).setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        ((Logger) LoggerFactory.getLogger("dev.lockstep")).setLevel(Level.INFO);
    }

    @Test
    void copiesAreRightWhateverHappened() {
        if (ONLY_SEED != 0) {
            assertThat(new Simulation(ONLY_SEED).run()).as("seed " + ONLY_SEED).isEmpty();
            return;
        }
        long end = System.nanoTime() + (FULL ? Duration.ofMinutes(2) : Duration.ofSeconds(20)).toNanos();
        int most = FULL ? 100_000 : 3_000;
        int seed = 1;
        for (; seed <= most && System.nanoTime() < end; seed++) {
            assertThat(new Simulation(seed).run())
                    .as("seed " + seed + ": repeat with -Dlockstep.simulation.seed=" + seed)
                    .isEmpty();
        }
        System.out.println("Simulated " + (seed - 1) + " worlds.");
    }

    /** One world and its chance. */
    static final class Simulation implements Faults, StateFaults {
        private static final Map<String, Model> MODELS = models();

        private final Random random;
        private final World world;
        private final Map<Model, ModelState> paused = new LinkedHashMap<>();
        private final boolean fails;
        private boolean failing;
        private int value;
        private Doc loaded = Doc.empty();
        private Doc early = Doc.empty();
        private int inserted;
        private long told;

        Simulation(long seed) {
            random = new Random(seed * 7919);
            fails = random.nextBoolean();
            world = new World(new Parts(), this);
            world.faults = this;
            world.paging = random.nextBoolean() ? Paging.copyByCopy() : Paging.of(1 + random.nextInt(3));
            world.limits = new dev.lockstep.fanout.pipeline.Limits(
                    "",
                    1 + random.nextInt(2),
                    1,
                    1 + random.nextInt(6),
                    1 + random.nextInt(6),
                    1 + random.nextInt(20),
                    100,
                    Duration.ZERO,
                    Duration.ofHours(1),
                    random.nextBoolean() ? Duration.ZERO : Duration.ofSeconds(5),
                    new dev.lockstep.fanout.pipeline.Limits.Deletes(Duration.ofSeconds(random.nextInt(20)), 1_000),
                    random.nextBoolean()
                            ? dev.lockstep.fanout.pipeline.Limits.Tasks.NONE
                            : new dev.lockstep.fanout.pipeline.Limits.Tasks(1 + random.nextInt(2), 1_000_000),
                    dev.lockstep.fanout.pipeline.Limits.LOOKUP_WAIT);
            world.examines = false;
            world.toleratesStateFailures = true;
            setUp();
        }

        private void setUp() {
            world.with(Map.of("1", Objects.requireNonNull(MODELS.get("1"))), false);
            world.definitions.put("3", Objects.requireNonNull(MODELS.get("3")));
            MemoryStore shop = world.sources();
            shop.images(Images.values()[random.nextInt(3)]);
            shop.create("products")
                    .create(
                            "orders",
                            MemoryIndex.of("customerId_1", "customerId"),
                            MemoryIndex.of("items_sku_1", "items.sku"));
            for (int i = 0; i < 5; i++) {
                world.source("C" + i, "c" + i, "t" + i);
                shop.insert("products", doc("_id", "P" + i, "name", "p" + i));
            }
            for (int i = 0; i < 12; i++) {
                shop.insert("orders", order(i));
            }
            MODELS.forEach((definition, model) -> world.state
                    .models()
                    .save(
                            model.name(),
                            0,
                            new ModelStore.Revision(1, definition, "test", world.clock.instant(), null, ""),
                            true,
                            ModelState.UNVERIFIED));
            if (random.nextBoolean()) {
                world.checkpointed();
                MODELS.values().forEach(model -> world.state.models().setState(model.name(), ModelState.FILLING, null));
            }
            world.withResync().start();
            failing = fails;
        }

        private Doc order(int i) {
            return doc(
                    "_id",
                    "o" + i,
                    "customerId",
                    "C" + random.nextInt(5),
                    "customerName",
                    "stale",
                    "own",
                    "mine" + i,
                    "items",
                    items(line(), line()));
        }

        private Doc line() {
            return doc("sku", "P" + random.nextInt(5), "quantity", random.nextInt(9));
        }

        List<String> run() {
            int steps = 50 + random.nextInt(300);
            for (int i = 0; i < steps && world.violations.isEmpty(); i++) {
                if (random.nextInt(100) < 20) {
                    happen();
                    tell("environment");
                } else {
                    List<World.Machine> enabled = world.machines.stream()
                            .filter(World.Machine::enabled)
                            .toList();
                    world.clock.advance(Duration.ofMillis(random.nextInt(3_000)));
                    World.Machine next = enabled.get(random.nextInt(enabled.size()));
                    world.step(next);
                    tell(next.name);
                }
            }
            List<String> wrong = new ArrayList<>(world.violations);
            if (wrong.isEmpty()) {
                comeToRest(wrong);
            }
            if (wrong.isEmpty()) {
                lookAtCopies(wrong);
            }
            return wrong;
        }

        /** With a seed of its own a simulation tells everything that was written. */
        private void tell(String who) {
            if (ONLY_SEED != 0) {
                long newest = Long.parseLong(world.sources().newest().text());
                for (long number = Math.max(told + 1, Log.oldest(world.sources())); number <= newest; number++) {
                    Log.Entry entry = Log.entry(world.sources(), number);
                    System.out.println(number + " " + who + " writes " + entry.key() + " "
                            + (entry.after() == null ? "nothing" : entry.after().canonical()));
                }
                told = newest;
            }
        }

        private void happen() {
            MemoryStore shop = world.sources();
            String order = "o" + random.nextInt(12 + inserted);
            String customer = "C" + random.nextInt(5);
            String fresh = "v" + value++;
            world.clock.advance(Duration.ofSeconds(200));
            switch (random.nextInt(20)) {
                case 0, 1 -> shop.set("customers", MemoryStore.id(customer), "name", text(fresh));
                case 2 -> shop.set("customers", MemoryStore.id(customer), "tier", text(fresh));
                case 3, 4 -> shop.set("products", MemoryStore.id("P" + random.nextInt(5)), "name", text(fresh));
                case 5 -> shop.set("orders", MemoryStore.id(order), "customerName", text(fresh));
                case 6 -> shop.set("orders", MemoryStore.id(order), "customerId", text(customer));
                case 7 -> shop.set("orders", MemoryStore.id(order), "items", items(line(), line(), line()));
                case 8 -> loaded = shop.find("orders", MemoryStore.id(order)).orElse(loaded);
                case 9 -> saveLoaded(shop);
                case 10 ->
                    early = shop.find("customers", MemoryStore.id(customer)).orElse(early);
                case 11 -> insert(shop);
                case 12 -> shop.delete("orders", MemoryStore.id(order));
                case 13 -> removeOrCreate(shop, customer, fresh);
                case 14 -> {
                    world.processes.forEach(process -> process.dead = true);
                    takeOver();
                }
                case 15 -> takeOver();
                case 16 -> pauseOrResume();
                case 17 -> rarely(shop::forgetHistory);
                case 18 -> rarely(() -> shop.restartStream("memory-" + fresh));
                default -> rarely(this::fill);
            }
        }

        private void rarely(Runnable act) {
            if (random.nextInt(4) == 0) {
                act.run();
            }
        }

        private void saveLoaded(MemoryStore shop) {
            if (!loaded.entries().isEmpty()) {
                Doc saved = loaded.with(FieldPath.of("own"), text("saved" + value));
                shop.replace("orders", random.nextBoolean() ? saved : saved.without(FieldPath.of(World.PREFIX)));
            }
        }

        private void insert(MemoryStore shop) {
            Value id = early.entries().get("_id");
            if (id != null) {
                shop.insert(
                        "orders",
                        order(12 + inserted++)
                                .with(FieldPath.of("customerId"), id)
                                .with(
                                        FieldPath.of("customerName"),
                                        Objects.requireNonNull(early.entries().get("name"))));
            }
        }

        private void removeOrCreate(MemoryStore shop, String customer, String fresh) {
            if (shop.find("customers", MemoryStore.id(customer)).isPresent()) {
                shop.delete("customers", MemoryStore.id(customer));
            } else {
                world.source(customer, fresh, fresh);
            }
        }

        private void takeOver() {
            boolean before = failing;
            failing = false;
            world.clock.advance(Duration.ofHours(2));
            world.processes.stream()
                    .limit(Math.max(0, world.processes.size() - 1))
                    .forEach(older -> older.dead = true);
            world.start();
            failing = before;
        }

        private World.Process newest() {
            return world.processes.get(world.processes.size() - 1);
        }

        private void pauseOrResume() {
            boolean before = failing;
            failing = false;
            Model model = MODELS.values().stream().toList().get(random.nextInt(MODELS.size()));
            ModelState now =
                    world.state.models().find(model.name()).orElseThrow().state();
            if (now == ModelState.PAUSED) {
                resume(model);
            } else {
                paused.put(model, now);
                world.state.models().setState(model.name(), ModelState.PAUSED, null);
            }
            newest().pipeline.models().reload();
            failing = before;
        }

        private void resume(Model model) {
            world.state.models().setState(model.name(), Objects.requireNonNull(paused.remove(model)), null);
        }

        private void fill() {
            boolean before = failing;
            failing = false;
            Model model = MODELS.values().stream().toList().get(random.nextInt(MODELS.size()));
            if (world.state.models().find(model.name()).orElseThrow().state() != ModelState.PAUSED) {
                newest().pipeline.resync().fill(model.name());
            }
            failing = before;
        }

        private void comeToRest(List<String> wrong) {
            failing = false;
            MODELS.values().stream()
                    .filter(model -> world.state
                                    .models()
                                    .find(model.name())
                                    .orElseThrow()
                                    .state()
                            == ModelState.PAUSED)
                    .forEach(this::resume);
            world.processes.stream()
                    .filter(process -> !process.dead)
                    .forEach(process -> process.pipeline.models().reload());
            int idle = 0;
            for (int round = 0; idle < 4; round++) {
                boolean worked = false;
                Map<String, Object> busy = new LinkedHashMap<>();
                world.clock.advance(Duration.ofSeconds(6));
                for (World.Machine machine : List.copyOf(world.machines)) {
                    boolean didWork = machine.enabled() && world.step(machine);
                    tell(machine.name);
                    if (didWork) {
                        worked = true;
                        busy.put(machine.name, "works");
                    }
                }
                idle = worked ? 0 : idle + 1;
                if (round > 5_000 || !world.violations.isEmpty()) {
                    wrong.add("it does not come to rest: " + busy + " " + world.violations);
                    return;
                }
            }
            world.state.gaps().list(true, 0, 10).forEach(gap -> wrong.add("open " + gap));
            world.state.waitingKeys().counts().forEach((model, count) -> wrong.add(count + " keys wait of " + model));
            world.state.deletes().counts().forEach((model, counts) -> wrong.add(counts + " of " + model));
            world.state
                    .deadLetters()
                    .list(java.util.Optional.empty(), 0, 10)
                    .forEach(letter -> wrong.add("dead letter " + letter));
        }

        /** The oracle. */
        private void lookAtCopies(List<String> wrong) {
            MemoryStore shop = world.sources();
            for (Doc order : shop.all("orders")) {
                Doc customer = shop.find(
                                "customers",
                                MemoryStore.id(
                                        Objects.requireNonNull(order.entries().get("customerId"))))
                        .orElse(null);
                if (customer != null
                        && !(same(customer, "name", order, "customerName")
                                && same(customer, "tier", order, "customerTier"))) {
                    wrong.add(order + " of " + customer);
                }
                for (Value item :
                        ((Value.Items) Objects.requireNonNull(order.entries().get("items"))).values()) {
                    Doc line = (Doc) item;
                    Doc product = shop.find(
                                    "products",
                                    MemoryStore.id(Objects.requireNonNull(
                                            line.entries().get("sku"))))
                            .orElseThrow();
                    if (!same(product, "name", line, "productName")) {
                        wrong.add(order.entries().get("_id") + " line " + line + " of " + product);
                    }
                }
            }
        }

        private static boolean same(Doc source, String from, Doc copy, String to) {
            return Objects.equals(source.entries().get(from), copy.entries().get(to));
        }

        @Override
        public void before(Operation operation) {
            if (failing && random.nextInt(40) == 0) {
                throw failure(operation);
            }
        }

        @Override
        public void after(Operation operation) {
            if (failing && random.nextInt(40) == 0) {
                throw failure(operation);
            }
        }

        private StoreException failure(Operation operation) {
            return new StoreException(
                    random.nextBoolean() ? StoreException.Kind.TRANSIENT : StoreException.Kind.THROTTLED,
                    "Could not " + operation,
                    null);
        }

        @Override
        public void before(String change) {
            if (failing && random.nextInt(60) == 0) {
                throw new StateException("Could not " + change, null);
            }
        }

        @Override
        public void after(String change) {
            if (failing && random.nextInt(60) == 0) {
                throw new StateException("Could not say whether " + change, null);
            }
        }

        private static Map<String, Model> models() {
            Map<String, Model> models = new LinkedHashMap<>();
            models.put(
                    "1",
                    Models.model("order-customer", World.SHOP, "customers")
                            .key("_id", "{customerId}")
                            .copy(
                                    "names",
                                    copy -> copy.in("orders")
                                            .pointer("customerId", "{customerId}")
                                            .byIndex("customerId_1")
                                            .field("customerName", "name"))
                            .copy(
                                    "tiers",
                                    copy -> copy.in("orders")
                                            .pointer("customerId", "{customerId}")
                                            .byIndex("customerId_1")
                                            .field("customerTier", "tier")
                                            .onSourceDelete(Copy.OnSourceDelete.UNSET)
                                            .onMissing(Copy.OnMissing.UNSET))
                            .build());
            models.put("3", Models.orderProduct(World.SHOP));
            return models;
        }
    }
}
