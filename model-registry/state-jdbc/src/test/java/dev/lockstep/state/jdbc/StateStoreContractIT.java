package dev.lockstep.state.jdbc;

import dev.lockstep.state.StateStore;
import dev.lockstep.testkit.contract.StateContract;
import dev.lockstep.testkit.contract.StateStoreContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract on an H2 file: opened once, emptied after each test. */
class StateStoreContractIT extends StateStoreContract {
    @TempDir
    static Path directory;

    private static JdbcStateStore store;

    @BeforeAll
    static void openStore() {
        store = JdbcStateStore.open(StateSettings.file(directory));
    }

    @AfterAll
    static void closeStore() {
        store.close();
    }

    private static void run(List<String> statements) {
        H2File file = new H2File(directory);
        try (Connection connection = DriverManager.getConnection(file.url(), "lockstep", file.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
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
                run(List.of("UPDATE lockstep_lease SET expires_at = DATEADD(MILLISECOND, " + -length.toMillis()
                        + ", expires_at)"));
            }

            @Override
            public void close() {
                run(Tables.emptied());
            }
        };
    }
}
