package dev.lockstep.connectors.debezium;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * What a stream needs of a store's settings, which the connector of the store has validated.
 *
 * @param url the JDBC URL of one database
 * @param user who reads, {@code null} when the URL says it
 * @param password the password, {@code null} when none is needed or the URL has it
 * @param schema where tables without a schema in their name are
 * @param slot the replication slot
 * @param publication the publication
 * @param heartbeat how often the stream moves on while nothing changes
 */
record CaptureSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        String schema,
        String slot,
        String publication,
        Duration heartbeat) {
    static CaptureSettings of(Map<String, String> settings) {
        return new CaptureSettings(
                required(settings, "url"),
                settings.get("user"),
                settings.get("password"),
                required(settings, "schema"),
                required(settings, "slot"),
                required(settings, "publication"),
                Duration.parse(required(settings, "heartbeat")));
    }

    private static String required(Map<String, String> settings, String name) {
        return Objects.requireNonNull(settings.get(name), name);
    }

    /** A connection to the primary. */
    Connection connect() throws SQLException {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        properties.setProperty("targetServerType", "primary");
        properties.setProperty("ApplicationName", "lockstep");
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "60");
        return DriverManager.getConnection(url, properties);
    }

    /** A part of the URL, such as {@code PGHOST}, or what it is otherwise. */
    String part(String name, String otherwise) {
        Properties parts = Driver.parseURL(url, new Properties());
        return parts == null ? otherwise : parts.getProperty(name, otherwise);
    }

    @Override
    public String toString() {
        return "slot " + slot;
    }
}
