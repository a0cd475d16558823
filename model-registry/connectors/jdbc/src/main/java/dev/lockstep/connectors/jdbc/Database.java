package dev.lockstep.connectors.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections for reads. The pool connects when it is first asked, to the primary only, and speaks text: what the
 * server prints is what the values are made of.
 */
final class Database implements AutoCloseable {
    /** What to do with a connection. */
    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    /** What to make of one row. */
    interface RowMapping<T> {
        T of(ResultSet row) throws SQLException;
    }

    private final PostgresSettings settings;
    private final HikariDataSource pool;

    Database(PostgresSettings settings) {
        this.settings = settings;
        HikariConfig config = new HikariConfig();
        config.setPoolName("lockstep-" + settings.slot());
        config.setDriverClassName("org.postgresql.Driver");
        config.setJdbcUrl(settings.url());
        config.setUsername(settings.user());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(settings.poolSize());
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(Math.max(250, settings.connectTimeout().toMillis()));
        config.setReadOnly(true);
        config.setConnectionInitSql(
                "SET TIME ZONE 'UTC'; SET IntervalStyle = 'iso_8601'; SET bytea_output = 'hex'; SET extra_float_digits = 1");
        config.addDataSourceProperty("binaryTransfer", "false");
        config.addDataSourceProperty("targetServerType", "primary");
        config.addDataSourceProperty("ApplicationName", "lockstep");
        config.addDataSourceProperty(
                "connectTimeout",
                String.valueOf(Math.max(1, settings.connectTimeout().toSeconds())));
        config.addDataSourceProperty(
                "socketTimeout",
                String.valueOf(Math.max(1, settings.readTimeout().toSeconds())));
        this.pool = new HikariDataSource(config);
    }

    PostgresSettings settings() {
        return settings;
    }

    /** Runs work on a connection; every failure becomes a StoreException that says what could not be done. */
    <T> T call(String what, Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            return work.with(connection);
        } catch (SQLException failure) {
            throw PostgresErrors.translate(what, failure);
        }
    }

    static <T> List<T> query(Connection connection, String sql, RowMapping<T> mapping, Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<T> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(mapping.of(result));
                }
            }
            return rows;
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
