package dev.lockstep.fanout.cases;

import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.Operation;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Cases of docs/cases.md about positions, restarts, stores that are down and full queues, on the production pipeline.
 */
class RestartAndPressureTest {
    private static final String LEASE = "capture/shop/p0";

    private final Shop shop = new Shop();
    private final Model model = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("customerName", "name"))
            .build();

    private Shop.Process running() {
        return shop.register(model).start().settle();
    }

    @Test
    void aLostHistoryIsAGapThatEndsWithEveryCopyChecked() {
        shop.customer("c1", "Ann")
                .customer("c2", "Bob")
                .order("o1", "c1", "Ann")
                .order("o2", "c2", "Bob");
        running().stop();
        shop.rename("c1", "Anna");
        shop.store.forgetHistory();
        Shop.Process process = shop.start();
        process.step("capture");
        assertThat(shop.state.gaps().openOf(model.name())).singleElement().satisfies(gap -> {
            assertThat(gap.from()).isNotNull();
            assertThat(gap.reason()).contains("no longer has the stored position");
        });
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
        assertThat(shop.state.gaps().openOf(model.name())).isEmpty();
        assertThat(shop.state.runs().list(Optional.of(model.name()), 0, 10))
                .anySatisfy(run -> assertThat(run.kind() + " " + run.status()).isEqualTo("verify SUCCEEDED"));
    }

    @Test
    void thePositionMovesWhileOnlyOthersAreWritten() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        var before = shop.state.checkpoints().all().get(0).resumeAfter();
        IntStream.range(0, 50)
                .forEach(i -> shop.store.insert("tickets", dev.lockstep.testkit.Docs.doc("_id", "t" + i, "n", i)));
        process.settle();
        assertThat(shop.state.checkpoints().all().get(0).resumeAfter()).isNotEqualTo(before);
    }

    @Test
    void thePositionWaitsForEveryCopyDefinitionOfAChange() {
        Model two = Models.model("order-customer", Models.SHOP, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field("customerName", "name"))
                .copy(
                        "again",
                        copy -> copy.in("orders")
                                .pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field("alsoName", "name"))
                .build();
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = shop.register(two).start().settle();
        var before = shop.state.checkpoints().all().get(0).resumeAfter();
        shop.rename("c1", "Anna");
        process.step("capture");
        shop.faults.failNext(Operation.WRITE_COPIES, StoreException.Kind.TRANSIENT, 1);
        process.step("applier");
        process.step("capture");
        assertThat(shop.state.checkpoints().all().get(0).resumeAfter()).isEqualTo(before);
        Shop.Process next = shop.startAfterKill().settle();
        assertThat(shop.field("o1", "customerName")).isEqualTo(text("Anna"));
        assertThat(shop.field("o1", "alsoName")).isEqualTo(text("Anna"));
        assertThat(next.stream().state().name()).isEqualTo("RUNNING");
    }

    @Test
    void aKillBetweenReadingAndWritingLosesNothing() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.rename("c1", "Anna");
        process.step("capture");
        process.step("capture");
        assertThat(shop.name("o1")).isEqualTo(text("Ann"));
        shop.startAfterKill().settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
    }

    @Test
    void aStopGivesTheLeaseOfAStreamBackThatCouldNotBeOpened() {
        shop.faults.failNext(Operation.OPEN, StoreException.Kind.TRANSIENT, 1_000);
        Shop.Process process = shop.register(model).start();
        process.step("capture");
        assertThat(shop.state.leases().owner(LEASE)).isPresent();
        process.stop();
        assertThat(shop.state.leases().owner(LEASE)).isEmpty();
    }

    @Test
    void aStopGivesTheLeaseOfAStreamBackThatHadJustFailed() {
        Shop.Process process = running();
        shop.faults.failEverything(StoreException.Kind.TRANSIENT);
        process.step("capture");
        assertThat(process.stream().state().name()).isEqualTo("RETRYING");
        assertThat(shop.state.leases().owner(LEASE)).isPresent();
        process.stop();
        assertThat(shop.state.leases().owner(LEASE)).isEmpty();
    }

    @Test
    void aStopLeavesALeaseThatAnotherInstanceHasTaken() {
        Shop.Process process = running();
        Shop.Process second = shop.startAfterKill().settle();
        process.stop();
        assertThat(shop.state.leases().owner(LEASE)).hasValue("p2");
        assertThat(second.stream().state().name()).isEqualTo("RUNNING");
    }

    @Test
    void aStoreThatIsDownForTenMinutesHoldsNobodyForEver() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.rename("c1", "Anna");
        shop.faults.failEverything(StoreException.Kind.TRANSIENT);
        Duration down = Duration.ZERO;
        while (down.compareTo(Duration.ofMinutes(10)) < 0) {
            process.steps.values().forEach(dev.lockstep.fanout.run.Step::step);
            shop.clock.advance(Duration.ofSeconds(1));
            down = down.plusSeconds(1);
        }
        assertThat(process.stream().state().name()).isEqualTo("RETRYING");
        shop.faults.heal();
        shop.clock.advance(Duration.ofSeconds(31));
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
        assertThat(shop.state.deadLetters().countOpen()).isEmpty();
    }

    @Test
    void refusedCredentialsAreShownAndTriedAgainSeldom() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.faults.failEverything(StoreException.Kind.AUTH_FAILED);
        shop.faults.forgetCalls();
        for (int second = 0; second < 300; second++) {
            process.step("capture");
            shop.clock.advance(Duration.ofSeconds(1));
        }
        assertThat(process.stream().state().name()).isEqualTo("AUTH_FAILED");
        assertThat(shop.faults.calls(Operation.OPEN) + shop.faults.calls(Operation.POLL))
                .isLessThan(40);
        shop.faults.heal();
        shop.clock.advance(Duration.ofSeconds(31));
        shop.rename("c1", "Anna");
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
    }

    @Test
    void oneRecordThatCannotBeWrittenDoesNotHoldUpTheRest() {
        shop.customer("c1", "Ann")
                .order("o1", "c1", "Ann")
                .order("o2", "c1", "Ann")
                .order("o3", "c1", "Ann");
        Shop.Process process = running();
        shop.faults.failWritesOf(Shop.key("o2"), StoreException.Kind.PERMANENT);
        shop.rename("c1", "Anna");
        process.settle();
        assertThat(shop.names()).containsExactly(text("Anna"), text("Ann"), text("Anna"));
        assertThat(shop.state.deadLetters().list(Optional.of(model.name()), 0, 10))
                .singleElement()
                .satisfies(letter -> assertThat(letter.copyKey()).contains("o2"));
    }

    @Test
    void aBurstBeyondTheQueueIsReadMoreSlowlyAndLosesNothing() {
        IntStream.range(0, 600).forEach(i -> shop.customer("c" + i, "Ann").order("o" + i, "c" + i, "Ann"));
        Shop.Process process = shop.atMostInMemory(100).register(model).start().settle();
        IntStream.range(0, 600).forEach(i -> shop.rename("c" + i, "Anna"));
        int most = 0;
        for (int i = 0; i < 10; i++) {
            process.step("capture");
            most = Math.max(most, process.pipeline.destinations().size());
        }
        assertThat(most).isBetween(100, 200);
        assertThat(process.stream().state().name()).isEqualTo("BACKPRESSURE");
        process.settle();
        assertThat(shop.names()).hasSize(600).containsOnly(text("Anna"));
    }

    @Test
    void aSourceWithVeryManyCopiesIsFilledInPages() {
        shop.customer("c1", "Anna");
        IntStream.range(0, 2_000).forEach(i -> shop.order("o" + i, "c1", "Ann"));
        Shop.Process process = shop.register(model, ModelState.FILLING).start();
        int most = 0;
        for (int i = 0; i < 200; i++) {
            process.steps.values().forEach(dev.lockstep.fanout.run.Step::step);
            shop.clock.advance(Duration.ofMillis(250));
            most = Math.max(most, process.pipeline.destinations().size());
        }
        process.settle();
        assertThat(shop.names()).containsOnly(text("Anna"));
        assertThat(most).isLessThan(2_000);
        assertThat(shop.state.runs().list(Optional.of(model.name()), 0, 10))
                .anySatisfy(run -> assertThat(run.status()).isEqualTo("SUCCEEDED"));
    }

    @Test
    void aDroppedIndexBreaksTheModelUntilItIsThereAgain() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.store.dropIndex("orders", "customerId_1");
        shop.rename("c1", "Anna");
        process.settle();
        assertThat(shop.state.models().find(model.name()).orElseThrow().state()).isEqualTo(ModelState.BROKEN);
        assertThat(shop.name("o1")).isEqualTo(text("Ann"));
        shop.store.createIndex("orders", dev.lockstep.testkit.memory.MemoryIndex.of("customerId_1", "customerId"));
        shop.state.models().setState(model.name(), ModelState.ACTIVE, null);
        process.pipeline.models().reload();
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
    }
}
