package dev.lockstep.testkit.memory;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.ChangeSourceContract;

class InMemoryChangeSourceTest extends ChangeSourceContract {
    @Override
    protected ConnectorFixture open() {
        return new MemoryFixture(Images.FULL, MemorySettings.plain());
    }
}
