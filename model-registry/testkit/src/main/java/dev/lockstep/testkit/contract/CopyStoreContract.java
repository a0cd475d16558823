package dev.lockstep.testkit.contract;

import org.junit.jupiter.api.Nested;

/** Everything a {@link dev.lockstep.store.CopyStore} must do. */
public abstract class CopyStoreContract {
    /** Opens an empty store with a connector. Called once for each test. */
    protected abstract ConnectorFixture open();

    @Nested
    final class EventWrites extends EventWriteContract {
        @Override
        protected ConnectorFixture open() {
            return CopyStoreContract.this.open();
        }
    }

    @Nested
    final class AfterDelete extends AfterDeleteContract {
        @Override
        protected ConnectorFixture open() {
            return CopyStoreContract.this.open();
        }
    }

    @Nested
    final class Checks extends CheckContract {
        @Override
        protected ConnectorFixture open() {
            return CopyStoreContract.this.open();
        }
    }

    @Nested
    final class LookUps extends CopyLookupContract {
        @Override
        protected ConnectorFixture open() {
            return CopyStoreContract.this.open();
        }
    }

    @Nested
    final class InElements extends ElementsContract {
        @Override
        protected ConnectorFixture open() {
            return CopyStoreContract.this.open();
        }
    }

    @Nested
    final class ByCompleteKey extends CompleteKeyContract {
        @Override
        protected ConnectorFixture open() {
            return CopyStoreContract.this.open();
        }
    }
}
