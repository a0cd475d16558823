package dev.lockstep.connectors.dynamodb;

import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.testkit.contract.ConnectorFixture;
import org.junit.jupiter.api.extension.RegisterExtension;
import dev.lockstep.testkit.contract.RecordReaderContract;

class DynamoRecordReaderIT extends RecordReaderContract {
    @RegisterExtension
    static final DynamoServer SERVER = new DynamoServer();

    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture(SERVER);
    }
}
