package dev.lockstep.connectors.dynamodb;

import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.testkit.contract.ChangeSourceContract;
import dev.lockstep.testkit.contract.ConnectorFixture;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoChangeSourceIT extends ChangeSourceContract {
    @RegisterExtension
    static final DynamoServer SERVER = new DynamoServer();

    @Override
    protected ConnectorFixture open() {
        return new DynamoFixture(SERVER);
    }
}
