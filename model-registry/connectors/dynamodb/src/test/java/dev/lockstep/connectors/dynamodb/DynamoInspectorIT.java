package dev.lockstep.connectors.dynamodb;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.SchemaInspectorContract;

class DynamoInspectorIT extends SchemaInspectorContract {
    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture();
    }
}
