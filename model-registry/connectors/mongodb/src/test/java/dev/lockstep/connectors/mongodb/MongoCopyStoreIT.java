package dev.lockstep.connectors.mongodb;

import dev.lockstep.embedded.junit.MongoServer;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.CopyStoreContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class MongoCopyStoreIT extends CopyStoreContract {
    @RegisterExtension
    static final MongoServer SERVER = new MongoServer();

    @Override
    protected ConnectorFixture open() {
        return new MongoFixture(SERVER, true);
    }
}
