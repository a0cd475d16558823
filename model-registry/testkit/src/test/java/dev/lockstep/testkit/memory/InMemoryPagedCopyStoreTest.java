package dev.lockstep.testkit.memory;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.CopyStoreContract;

class InMemoryPagedCopyStoreTest extends CopyStoreContract {
    @Override
    protected ConnectorFixture open() {
        return new MemoryFixture(Images.NONE, MemorySettings.plain().with(Paging.copyByCopy()));
    }
}
