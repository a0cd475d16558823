package dev.lockstep.connectors.mongodb;

import dev.lockstep.embedded.junit.MongoServer;
import dev.lockstep.testkit.contract.ChangeSourceContract;
import dev.lockstep.testkit.contract.ConnectorFixture;
import org.junit.jupiter.api.extension.RegisterExtension;

class MongoChangeSourceWithoutImagesIT extends ChangeSourceContract {
    @RegisterExtension
    static final MongoServer SERVER = new MongoServer();

    @Override
    protected ConnectorFixture open() {
        return new MongoFixture(SERVER, false);
    }
}
