package dev.lockstep.fanout.sample;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Position;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.drift.Nonces;
import dev.lockstep.drift.Settled;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Registry;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.time.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SamplerTest {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(Models.SHOP, clock);
    private final InMemoryConnector connector = new InMemoryConnector(store);
    private final InMemoryStateStore state = new InMemoryStateStore(clock);
    private final Model model = Models.model("review-product", Models.SHOP, "products")
            .key("_id", "{sku}")
            .copy(
                    "reviews",
                    copy -> copy.pointer("sku", "{sku}")
                            .byIndex("sku_1")
                            .field("productName", "name")
                            .strategy(Copy.Strategy.REPAIR))
            .build();
    private ModelState modelState = ModelState.ACTIVE;
    private final Sampler sampler = new Sampler(new SamplerParts(
            new CheckParts(access(), NewestCaptured.none(), Nonces.random()),
            () -> Registry.of(List.of(new ActiveModel(model, 1, new Epoch(1), modelState))),
            state.findings(),
            active -> Settled.always(),
            clock,
            GRACE));

    private CheckParts.Access access() {
        return new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName name) {
                return connector.copies();
            }

            @Override
            public RecordReader records(StoreName name) {
                return connector.records();
            }
        };
    }

    @BeforeEach
    void hundredRightReviews() {
        store.insert("products", doc("_id", "p1", "name", "Lamp"));
        for (int i = 0; i < 100; i++) {
            store.insert("reviews", doc("_id", "r" + i, "sku", "p1", "productName", "Lamp"));
        }
    }

    private void settle() {
        while (sampler.step() == Step.Outcome.WORKED) {}
    }

    private void sampleOnce() {
        settle();
        clock.advance(GRACE);
        settle();
        clock.advance(Duration.ofMinutes(1));
    }

    private Measurement measured() {
        assertThat(state.findings().measurements()).hasSize(1);
        return state.findings().measurements().get(0);
    }

    private List<Finding> open() {
        return state.findings().open(Optional.empty(), 0, 100);
    }

    @Test
    void measuresWhatIsRight() {
        sampleOnce();
        assertThat(measured().compared()).isEqualTo(100);
        assertThat(measured().wrong()).isZero();
        assertThat(measured().low()).isZero();
        assertThat(measured().high()).isBetween(0.029, 0.03);
        assertThat(measured().full()).isFalse();
    }

    @Test
    void theIntervalNarrowsWhileNothingIsFound() {
        sampleOnce();
        double first = measured().high();
        sampleOnce();
        sampleOnce();
        assertThat(measured().compared()).isEqualTo(300);
        assertThat(measured().high()).isLessThan(first / 2.5);
    }

    @Test
    void driftIsShownUntilItIsPutRight() {
        store.set("reviews", MemoryStore.id("r7"), "productName", text("Old lamp"));
        sampleOnce();
        assertThat(measured().wrong()).isEqualTo(1);
        assertThat(measured().compared()).isEqualTo(100);
        assertThat(open()).hasSize(1);
        assertThat(open().get(0).expected()).isEqualTo("{\"productName\":\"Lamp\"}");

        store.set("reviews", MemoryStore.id("r7"), "productName", text("Lamp"));
        sampleOnce();

        assertThat(measured().wrong()).isZero();
        assertThat(measured().compared()).isEqualTo(100);
        assertThat(open()).isEmpty();
    }

    @Test
    void neverWritesToACopy() {
        store.set("reviews", MemoryStore.id("r7"), "productName", text("Old lamp"));
        Position before = store.newest();
        sampleOnce();
        assertThat(store.newest()).isEqualTo(before);
    }

    @Test
    void leavesAloneWhatIsPaused() {
        modelState = ModelState.PAUSED;
        sampleOnce();
        assertThat(state.findings().measurements()).isEmpty();
        modelState = ModelState.UNVERIFIED;
        sampleOnce();
        assertThat(state.findings().measurements()).hasSize(1);
    }

    @Test
    void keepsHowFarCopiesWereVerified() {
        state.findings()
                .measured(new Measurement(
                        model.name(),
                        model.copies().get(0).name(),
                        100,
                        0,
                        0,
                        0,
                        true,
                        clock.instant(),
                        clock.instant()));
        sampleOnce();
        assertThat(measured().verifiedThrough()).isNotNull();
    }
}
