package dev.lockstep.state.jdbc;

/** What each store keeps and answers, on PostgreSQL. */
class PostgresStateStoreIT extends JdbcStateStoreIT {
    private final StateSettings settings = PostgresServer.database();

    @Override
    StateSettings settings() {
        return settings;
    }
}
