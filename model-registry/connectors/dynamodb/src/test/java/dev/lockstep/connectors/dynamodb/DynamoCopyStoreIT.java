package dev.lockstep.connectors.dynamodb;

import dev.lockstep.testkit.contract.CopyStoreContract;
import dev.lockstep.testkit.contract.ConnectorFixture;

class DynamoCopyStoreIT extends CopyStoreContract {
    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture();
    }
}
