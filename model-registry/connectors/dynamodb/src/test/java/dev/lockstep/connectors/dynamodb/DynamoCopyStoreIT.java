package dev.lockstep.connectors.dynamodb;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.CopyStoreContract;

class DynamoCopyStoreIT extends CopyStoreContract {
    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture();
    }
}
