package dev.lockstep.testkit.memory;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.RecordReaderContract;

class InMemoryRecordReaderTest extends RecordReaderContract {
    @Override
    protected ConnectorFixture open() {
        return new MemoryFixture(Images.FULL, MemorySettings.plain());
    }
}
