package dev.lockstep.testkit.memory;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.SchemaInspectorContract;

class InMemorySchemaInspectorTest extends SchemaInspectorContract {
    @Override
    protected ConnectorFixture open() {
        return new MemoryFixture(Images.FULL, MemorySettings.plain());
    }
}
