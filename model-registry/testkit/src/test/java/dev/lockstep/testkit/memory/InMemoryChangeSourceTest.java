package dev.lockstep.testkit.memory;

import dev.lockstep.testkit.contract.ChangeSourceContract;
import dev.lockstep.testkit.contract.ConnectorFixture;

class InMemoryChangeSourceTest extends ChangeSourceContract {
    @Override
    protected ConnectorFixture open() {
        return new MemoryFixture(Images.FULL, MemorySettings.plain());
    }
}
