package dev.lockstep.connectors.dynamodb;

import dev.lockstep.testkit.contract.SchemaInspectorContract;
import dev.lockstep.testkit.contract.ConnectorFixture;

class DynamoInspectorIT extends SchemaInspectorContract {
    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture();
    }
}
