package dev.lockstep.state.jdbc;

import dev.lockstep.state.StateStore;
import dev.lockstep.testkit.contract.StateContract;
import dev.lockstep.testkit.contract.StateStoreContract;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on PostgreSQL: a database opened once, emptied after each test. */
class PostgresContractIT extends StateStoreContract {
    private static StateSettings settings;
    private static JdbcStateStore store;

    @BeforeAll
    static void openStore() {
        settings = PostgresServer.database();
        store = JdbcStateStore.open(settings);
    }

    @AfterAll
    static void closeStore() {
        store.close();
    }

    @Override
    protected StateContract.StateFixture open() {
        return new StateContract.StateFixture() {
            @Override
            public StateStore store() {
                return store;
            }

            /** The database's clock cannot be moved; what it is compared with can. */
            @Override
            public void pass(Duration length) {
                run("UPDATE lockstep_lease SET expires_at = expires_at - INTERVAL '" + length.toMillis()
                        + " milliseconds'");
            }

            @Override
            public void close() {
                run(Tables.emptied().toArray(String[]::new));
            }
        };
    }

    private static void run(String... statements) {
        PostgresServer.execute(Objects.requireNonNull(settings.url()), statements);
    }
}
