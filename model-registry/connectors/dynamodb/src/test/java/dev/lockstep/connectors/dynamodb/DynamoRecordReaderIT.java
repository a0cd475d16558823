package dev.lockstep.connectors.dynamodb;

import dev.lockstep.testkit.contract.RecordReaderContract;
import dev.lockstep.testkit.contract.ConnectorFixture;

class DynamoRecordReaderIT extends RecordReaderContract {
    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture();
    }
}
