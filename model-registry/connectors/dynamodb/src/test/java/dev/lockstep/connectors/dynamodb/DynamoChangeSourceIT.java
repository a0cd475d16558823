package dev.lockstep.connectors.dynamodb;

import dev.lockstep.testkit.contract.ChangeSourceContract;
import dev.lockstep.testkit.contract.ConnectorFixture;

class DynamoChangeSourceIT extends ChangeSourceContract {
    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture();
    }
}
