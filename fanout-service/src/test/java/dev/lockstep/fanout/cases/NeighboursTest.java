package dev.lockstep.fanout.cases;

import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What goes wrong with one model does not hold up the others, on the production pipeline. */
class NeighboursTest {
    private final Shop shop = new Shop().customer("c1", "Anna").order("o1", "c1", "Ann");
    private final Model first = model("first", "customerName");
    private final Model second = model("second", "alsoName");

    private static Model model(String name, String field) {
        return Models.model(name, Models.SHOP, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field(field, "name"))
                .build();
    }

    private Shop.Process filling() {
        Shop.Process process = shop.register(first, ModelState.FILLING)
                .register(second, ModelState.FILLING)
                .start();
        while (!process.pipeline
                .captures()
                .covers(process.pipeline.models().find(first.name()).orElseThrow())) {
            process.step("capture");
        }
        return process;
    }

    /** Makes steps of a machine while the clock stands still, until it finds nothing to do. */
    private static void whileTheClockStands(Shop.Process process, String machine) {
        for (int made = 0; process.step(machine) == Step.Outcome.WORKED; made++) {
            assertThat(made).as("steps of " + machine).isLessThan(1_000);
        }
    }

    private List<String> fills(ModelName model) {
        return shop.state.runs().list(Optional.of(model), 0, 100).stream()
                .filter(run -> run.kind().equals("fill"))
                .map(Run::status)
                .toList();
    }

    @Test
    void aFillWhoseStoreFailsLetsTheOtherModelsBeFilled() {
        Shop.Process process = filling();
        shop.faults.failNext(Operation.SCAN_SOURCES, StoreException.Kind.TRANSIENT, 1);
        whileTheClockStands(process, "resync");
        assertThat(fills(first.name())).containsExactly("RUNNING");
        assertThat(fills(second.name())).containsExactly("SUCCEEDED");
        assertThat(shop.field("o1", "alsoName")).isEqualTo(text("Anna"));
        process.settle();
        assertThat(fills(first.name())).containsExactly("SUCCEEDED");
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
    }

    @Test
    void aFillThatIsRefusedIsBegunAgainSeldomAndLetsTheOtherModelsBeFilled() {
        Shop.Process process = filling();
        shop.faults.failNext(Operation.SCAN_SOURCES, StoreException.Kind.PERMANENT, 1);
        whileTheClockStands(process, "resync");
        assertThat(fills(first.name())).containsExactly("FAILED");
        assertThat(fills(second.name())).containsExactly("SUCCEEDED");
        shop.faults.failNext(Operation.SCAN_SOURCES, StoreException.Kind.PERMANENT, 1_000);
        for (int second = 0; second < 300; second++) {
            whileTheClockStands(process, "resync");
            shop.clock.advance(Duration.ofSeconds(1));
        }
        assertThat(fills(first.name())).hasSizeLessThan(40);
        shop.faults.heal();
        shop.clock.advance(Duration.ofSeconds(31));
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
    }

    @Test
    void aJobThatFailsInAnUnexpectedWayLetsTheOtherModelsBeFilled() {
        Shop.Process process = filling();
        shop.surpriseNextReader();
        assertThatThrownBy(() -> whileTheClockStands(process, "resync")).isInstanceOf(IllegalStateException.class);
        whileTheClockStands(process, "resync");
        assertThat(fills(second.name())).containsExactly("SUCCEEDED");
        process.settle();
        assertThat(fills(first.name())).containsExactly("SUCCEEDED");
    }

    @Test
    void aRestingJobOfAModelThatWasPausedEnds() {
        Shop.Process process = filling();
        shop.faults.failNext(Operation.SCAN_SOURCES, StoreException.Kind.TRANSIENT, 1);
        whileTheClockStands(process, "resync");
        process.pipeline.models().setState(first.name(), ModelState.PAUSED, null);
        whileTheClockStands(process, "resync");
        assertThat(fills(first.name())).containsExactly("CANCELLED");
    }
}
