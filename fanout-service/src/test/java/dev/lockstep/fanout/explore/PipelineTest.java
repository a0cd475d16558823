package dev.lockstep.fanout.explore;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.fanout.capture.PartitionStatus;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.fanout.resync.Resync;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.memory.Images;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.Operation;
import dev.lockstep.testkit.memory.Paging;
import dev.lockstep.testkit.memory.ScriptedFaults;
import dev.lockstep.testkit.state.StateFaults;
import dev.lockstep.value.FieldPath;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What single parts of the pipeline do when something happens to them. */
class PipelineTest {
    private static final ModelName MODEL = new ModelName("order-customer");

    private final ScriptedFaults faults = new ScriptedFaults();
    private final Set<String> failOnce = new HashSet<>();
    private final StateFaults stateFaults = new StateFaults() {
        @Override
        public void before(String change) {
            if (failOnce.remove(change)) {
                throw new StateException("Could not do " + change + ": the test ordered this failure.", null);
            }
        }
    };

    private World world() {
        World world = Worlds.fresh(new World(new Parts(), stateFaults), Images.FULL);
        world.toleratesStateFailures = true;
        world.faults = faults;
        return world.withResync();
    }

    private World running() {
        World world = world().register().checkpointed();
        world.start();
        return world;
    }

    private static void rest(World world) {
        int idle = 0;
        for (int round = 0; idle < 3; round++) {
            assertThat(round).as("rounds until rest").isLessThan(2_000);
            boolean worked = false;
            for (World.Machine machine : List.copyOf(world.machines)) {
                worked |= machine.enabled() && !machine.environment && world.step(machine);
            }
            idle = worked ? 0 : idle + 1;
        }
    }

    private static PartitionStatus status(World.Process process) {
        return process.pipeline.captures().status().get(World.SHOP).get("p0");
    }

    private static void rename(World world, String name) {
        world.sources().set("customers", MemoryStore.id("A"), "name", text(name));
    }

    private static Object nameOf(World world, String order) {
        return world.copies()
                .find("orders", MemoryStore.id(order))
                .orElseThrow()
                .get(FieldPath.of("customerName"));
    }

    private static void step(World world, String machine) {
        world.after(machine);
    }

    @Test
    void theEchoOfTenThousandCopiesCostsNoSourceRead() {
        World world = world();
        world.paging = Paging.of(1_000);
        world.limits = new Limits(
                "",
                1,
                1,
                500,
                500,
                20_000,
                100,
                Duration.ZERO,
                Duration.ofHours(1),
                Duration.ZERO,
                Limits.Deletes.DEFAULT,
                Limits.Tasks.NONE,
                Limits.LOOKUP_WAIT);
        for (int i = 0; i < 10_000; i++) {
            world.copies()
                    .insert(
                            "orders",
                            doc("_id", "x" + i, "customerId", "A", "customerName", "a0", "customerTier", "t0"));
        }
        world.register().checkpointed().start();
        world.examines = false;
        rename(world, "a1");
        rest(world);
        assertThat(nameOf(world, "x9999")).isEqualTo(text("a1"));
        assertThat(faults.calls(Operation.READ_SOURCES)).isZero();
        assertThat(faults.calls(Operation.READ_COPIES)).isZero();
    }

    @Test
    void aSecondProcessStandsByUntilTheLeaseEnds() {
        World world = running();
        World.Process second = world.start();
        assertThat(status(second).state()).isEqualTo(PartitionStatus.State.STANDBY);
        assertThat(status(second).detail()).contains("p1");
        world.processes.get(0).dead = true;
        world.clock.advance(Duration.ofHours(2));
        rename(world, "a1");
        rest(world);
        assertThat(status(second).state()).isEqualTo(PartitionStatus.State.RUNNING);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a1"));
    }

    @Test
    void aProcessWhoseLeaseWasTakenStopsReadingAndCannotCheckpoint() {
        World world = running();
        world.clock.advance(Duration.ofHours(2));
        world.start();
        rename(world, "a1");
        step(world, "p1 capture-shop-p0");
        assertThat(status(world.processes.get(0)).state()).isEqualTo(PartitionStatus.State.STANDBY);
        assertThat(world.processes.get(0).pipeline.destinations().size()).isZero();
        rest(world);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a1"));
    }

    @Test
    void historyThatWasLostOpensAGapThatAFullCheckCloses() {
        World world = running();
        world.gapsExpected = true;
        rename(world, "a1");
        world.sources().forgetHistory();
        step(world, "p1 capture-shop-p0");
        step(world, "p1 capture-shop-p0");
        assertThat(world.state.gaps().openOf(MODEL)).extracting(Gap::partition).containsExactly("p0");
        assertThat(world.state.models().find(MODEL).orElseThrow().epoch())
                .isEqualTo(world.processes
                        .get(0)
                        .pipeline
                        .models()
                        .find(MODEL)
                        .orElseThrow()
                        .epoch());
        rest(world);
        assertThat(world.state.gaps().openOf(MODEL)).isEmpty();
        assertThat(nameOf(world, "o1")).isEqualTo(text("a1"));
    }

    @Test
    void anotherStreamRaisesTheEpoch() {
        World world = running();
        world.gapsExpected = true;
        long before = world.state.models().find(MODEL).orElseThrow().epoch().number();
        world.sources().restartStream("memory-2");
        rest(world);
        assertThat(world.state.models().find(MODEL).orElseThrow().epoch().number())
                .isGreaterThan(before);
        rename(world, "a1");
        rest(world);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a1"));
        assertThat(world.state.gaps().openOf(MODEL)).isEmpty();
    }

    /** P4: what waits in the state store is bounded too, and reading goes on when there is room. */
    @Test
    void readsNoMoreThanMayWaitInTheStateStore() {
        World world = world();
        world.limits = new Limits(
                "",
                1,
                1,
                1,
                10,
                100,
                100,
                Duration.ZERO,
                Duration.ofHours(1),
                Duration.ZERO,
                Limits.Deletes.DEFAULT,
                new Limits.Tasks(1, 1),
                Limits.LOOKUP_WAIT);
        world.register().checkpointed().start();
        World.Process process = world.processes.get(0);
        world.state.models().setState(MODEL, ModelState.PAUSED, null);
        process.pipeline.models().reload();
        rename(world, "a1");
        rest(world);
        assertThat(world.state.waitingKeys().counts()).hasSize(1);
        process.pipeline.destinations().spill().step();
        world.sources().set("customers", MemoryStore.id("B"), "name", text("b1"));
        rest(world);
        assertThat(status(process).state()).isEqualTo(PartitionStatus.State.BACKPRESSURE);
        assertThat(status(process).detail()).contains("lockstep.tasks.max");
        world.state.models().setState(MODEL, ModelState.ACTIVE, null);
        process.pipeline.models().reload();
        world.withResync();
        rest(world);
        process.pipeline.destinations().spill().step();
        rest(world);
        assertThat(status(process).state()).isEqualTo(PartitionStatus.State.RUNNING);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a1"));
    }

    @Test
    void readsNoMoreThanMayBeHeldInMemory() {
        World world = world();
        world.limits = new Limits(
                "",
                1,
                1,
                1,
                10,
                1,
                100,
                Duration.ZERO,
                Duration.ofHours(1),
                Duration.ZERO,
                Limits.Deletes.DEFAULT,
                Limits.Tasks.NONE,
                Limits.LOOKUP_WAIT);
        world.register().checkpointed().start();
        World.Process process = world.processes.get(0);
        rename(world, "a1");
        world.sources().set("customers", MemoryStore.id("B"), "name", text("b1"));
        for (int i = 0; i < 5; i++) {
            step(world, "p1 capture-shop-p0");
        }
        assertThat(process.pipeline.destinations().size()).isEqualTo(1);
        assertThat(status(process).state()).isEqualTo(PartitionStatus.State.BACKPRESSURE);
        rest(world);
        assertThat(status(process).state()).isEqualTo(PartitionStatus.State.RUNNING);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a1"));
    }

    @Test
    void aFillClosesOnlyTheGapOfWhatWasNeverVerified() {
        World world = world().register().checkpointed();
        world.state.models().setState(MODEL, ModelState.FILLING, null);
        world.state.gaps().open(MODEL, World.SHOP, Resync.NEVER_VERIFIED, null, "new", world.clock.instant());
        world.state.gaps().open(MODEL, World.SHOP, "p0", null, "lost", world.clock.instant());
        world.start();
        step(world, "p1 capture-shop-p0");
        while (world.state.models().find(MODEL).orElseThrow().state() == ModelState.FILLING) {
            step(world, "p1 resync");
        }
        assertThat(world.state.gaps().openOf(MODEL)).extracting(Gap::partition).containsExactly("p0");
        rest(world);
        assertThat(world.state.gaps().openOf(MODEL)).isEmpty();
    }

    @Test
    void aFullCheckBeginsAgainWhenHistoryIsLostMeanwhile() {
        World world = running();
        world.gapsExpected = true;
        world.sources().forgetHistory();
        rename(world, "a1");
        world.sources().forgetHistory();
        while (world.state.runs().list(java.util.Optional.empty(), 0, 10).isEmpty()) {
            step(world, "p1 capture-shop-p0");
            step(world, "p1 resync");
        }
        for (int i = 0; i < 5; i++) {
            step(world, "p1 resync");
        }
        rename(world, "a2");
        world.sources().forgetHistory();
        rest(world);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a2"));
        assertThat(world.state.gaps().openOf(MODEL)).isEmpty();
    }

    @Test
    void keysOfAPausedModelWaitAndAreCheckedWhenItGoesOn() {
        World world = running();
        World.state(ModelState.PAUSED).does().accept(world);
        rename(world, "a1");
        rename(world, "a2");
        rest(world);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a0"));
        assertThat(world.state.waitingKeys().counts()).containsEntry(MODEL, 1L);
        World.state(ModelState.ACTIVE).does().accept(world);
        rest(world);
        assertThat(nameOf(world, "o1")).isEqualTo(text("a2"));
        assertThat(world.state.waitingKeys().counts()).isEmpty();
    }

    @Test
    void aStateStoreThatFailsWhileKeysArePutAsideLosesNoKey() {
        World world = running();
        rename(world, "a1");
        world.sources().set("customers", MemoryStore.id("B"), "name", text("b1"));
        step(world, "p1 capture-shop-p0");
        World.state(ModelState.PAUSED).does().accept(world);
        failOnce.add("waitingKeys.add");
        step(world, "p1 applier");
        rest(world);
        assertThat(world.state.waitingKeys().counts()).containsEntry(MODEL, 2L);
        assertThat(status(world.processes.get(0)).oldestWaiting()).isEmpty();
    }

    @Test
    void aFillDoesNotEndARevisionThatWasSavedMeanwhile() {
        World world = running();
        World.fill().does().accept(world);
        step(world, "p1 capture-shop-p0");
        step(world, "p1 resync");
        World.saveRevision().does().accept(world);
        rest(world);
        World.reload().does().accept(world);
        rest(world);
        assertThat(world.state.models().find(MODEL).orElseThrow().state()).isEqualTo(ModelState.ACTIVE);
        assertThat(world.copies()
                        .find("orders", MemoryStore.id("o1"))
                        .orElseThrow()
                        .get(FieldPath.of("customerRank")))
                .isEqualTo(text("r-A"));
    }

    @Test
    void aWaitingKeyStaysUntilItsCheckHasSucceeded() {
        World world = running();
        World.state(ModelState.PAUSED).does().accept(world);
        rename(world, "a1");
        rest(world);
        World.state(ModelState.ACTIVE).does().accept(world);
        faults.failNext(Operation.FIND_COPIES, StoreException.Kind.TRANSIENT, 1);
        step(world, "p1 drain");
        assertThat(world.state.waitingKeys().counts()).containsEntry(MODEL, 1L);
        rest(world);
        assertThat(world.state.waitingKeys().counts()).isEmpty();
        assertThat(nameOf(world, "o1")).isEqualTo(text("a1"));
    }
}
