package dev.lockstep.connectors.jdbc;

import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.registry.StoreName;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.RecordReaderContract;
import dev.lockstep.testkit.relational.PostgresFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;

class PostgresRecordReaderIT extends RecordReaderContract {
    @Override
    protected ConnectorFixture open() {
        String url = PostgresServer.database();
        return new PostgresFixture(
                url,
                new PostgresConnectorFactory(List.of()).open(new StoreName("shop"), Map.of("url", url)),
                Set.of(),
                List.of(),
                () -> {});
    }
}
