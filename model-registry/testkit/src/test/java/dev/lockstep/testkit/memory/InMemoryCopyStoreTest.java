package dev.lockstep.testkit.memory;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.CopyStoreContract;

class InMemoryCopyStoreTest extends CopyStoreContract {
    @Override
    protected ConnectorFixture open() {
        return new MemoryFixture(Images.FULL, MemorySettings.plain());
    }
}
