package dev.lockstep.state.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real PostgreSQL for all test classes of a run: the one whose JDBC URL, with user and password, is in the
 * environment variable {@code LOCKSTEP_TEST_POSTGRES_URL}, else one that is started here from its binaries.
 */
final class PostgresServer {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final String URL = start();

    private PostgresServer() {}

    private static String start() {
        String given = System.getenv("LOCKSTEP_TEST_POSTGRES_URL");
        if (given != null) {
            return given;
        }
        try {
            return EmbeddedPostgres.start().getJdbcUrl("postgres", "postgres");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Settings of a new, empty database. */
    static StateSettings database() {
        String name = "lockstep_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
        execute(URL, "CREATE DATABASE " + name);
        String url = URL.replaceFirst("(jdbc:postgresql://[^/]*/)[^?]*", "$1" + name);
        return new StateSettings(url, Path.of("target"), user(), null, 8);
    }

    /** The user of the URL, which an environment may give instead. */
    private static String user() {
        int at = URL.indexOf("user=");
        return at < 0 ? "postgres" : URL.substring(at + 5).split("&", 2)[0];
    }

    static void execute(String url, String... statements) {
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
