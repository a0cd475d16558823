package dev.lockstep.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import dev.lockstep.testkit.contract.StateContract;
import dev.lockstep.testkit.contract.StateStoreContract;
import dev.lockstep.testkit.time.ManualClock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InMemoryStateStoreTest extends StateStoreContract {
    private static final ModelName MODEL = new ModelName("order-customer");

    @Override
    protected StateContract.StateFixture open() {
        ManualClock clock = new ManualClock();
        StateStore store = new InMemoryStateStore(clock);
        return new StateContract.StateFixture() {
            @Override
            public StateStore store() {
                return store;
            }

            @Override
            public void pass(Duration length) {
                clock.advance(length);
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void putsBackWhatASnapshotKept() {
        ManualClock clock = new ManualClock();
        InMemoryStateStore store = new InMemoryStateStore(clock);
        store.runs().start(MODEL, "fill", clock.instant());
        InMemoryStateStore.Snapshot snapshot = store.snapshot();
        store.runs().start(MODEL, "verify", clock.instant());

        store.restore(snapshot);

        assertThat(store.runs().list(Optional.empty(), 0, 10)).hasSize(1);
    }

    @Test
    void aFaultBeforeAChangeLeavesEverythingAsItWas() {
        ManualClock clock = new ManualClock();
        StateFaults faults = new StateFaults() {
            @Override
            public void before(String change) {
                throw new StateException("could not " + change, null);
            }
        };
        InMemoryStateStore store = new InMemoryStateStore(clock, faults);

        assertThatThrownBy(() -> store.runs().start(MODEL, "fill", clock.instant()))
                .isInstanceOf(StateException.class);

        assertThat(store.runs().list(Optional.empty(), 0, 10)).isEmpty();
    }
}
