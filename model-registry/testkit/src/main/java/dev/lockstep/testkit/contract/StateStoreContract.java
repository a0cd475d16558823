package dev.lockstep.testkit.contract;

import org.junit.jupiter.api.Nested;

/** Everything a {@link dev.lockstep.state.StateStore} must do. */
public abstract class StateStoreContract {
    /** Opens an empty store. Called once for each test. */
    protected abstract StateContract.StateFixture open();

    @Nested
    final class Models extends ModelStoreContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }

    @Nested
    final class LeasesAndCheckpoints extends LeaseContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }

    @Nested
    final class Letters extends DeadLetterContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }

    @Nested
    final class WaitingKeys extends WaitingKeyContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }

    @Nested
    final class Deletes extends DeleteContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }

    @Nested
    final class Tasks extends TaskContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }

    @Nested
    final class Reports extends ReportContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }

    @Nested
    final class Segments extends SegmentContract {
        @Override
        protected StateFixture open() {
            return StateStoreContract.this.open();
        }
    }
}
