package dev.lockstep.connectors.dynamodb;

import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.RecordReaderContract;

class DynamoRecordReaderIT extends RecordReaderContract {
    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture();
    }
}
