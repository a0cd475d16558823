package dev.lockstep.state.jdbc;

/** Many threads at once, on PostgreSQL. */
class PostgresConcurrencyIT extends ConcurrencyIT {
    @Override
    StateSettings settings() {
        return PostgresServer.database();
    }
}
