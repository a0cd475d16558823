package dev.lockstep.connectors.dynamodb;

import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.RecordReaderContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoRecordReaderIT extends RecordReaderContract {
    @RegisterExtension
    static final DynamoServer SERVER = new DynamoServer();

    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture(SERVER);
    }
}
