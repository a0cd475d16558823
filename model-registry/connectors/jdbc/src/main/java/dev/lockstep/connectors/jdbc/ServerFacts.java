package dev.lockstep.connectors.jdbc;

import dev.lockstep.store.StoreDescription;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a server says about itself and its user. */
final class ServerFacts {
    /** The oldest version whose stream can carry the heartbeat message. */
    static final int OLDEST = 14;

    private final Database database;

    ServerFacts(Database database) {
        this.database = database;
    }

    StoreDescription describe() {
        return database.call("ask PostgreSQL about itself", connection -> {
            String version = text(connection, "SELECT current_setting('server_version')");
            return new StoreDescription(
                    "PostgreSQL " + version,
                    false,
                    major(connection) >= OLDEST,
                    database.settings().address(),
                    missingRights(connection));
        });
    }

    static int major(Connection connection) throws SQLException {
        return Integer.parseInt(text(connection, "SELECT current_setting('server_version_num')")) / 10_000;
    }

    private List<String> missingRights(Connection connection) throws SQLException {
        List<String> missing = new ArrayList<>();
        if (!mayReplicate(connection)) {
            String user = TableName.quote(text(connection, "SELECT current_user"));
            missing.add("REPLICATION is missing; grant it: ALTER ROLE " + user + " REPLICATION");
        }
        return missing;
    }

    /** Managed services have a role of their own for it. */
    static boolean mayReplicate(Connection connection) throws SQLException {
        return Database.query(
                        connection,
                        "SELECT rolsuper OR rolreplication OR EXISTS (SELECT 1 FROM pg_roles AS r WHERE r.rolname IN"
                                + " ('rds_replication', 'rds_superuser') AND pg_has_role(current_user, r.oid, 'MEMBER'))"
                                + " FROM pg_roles WHERE rolname = current_user",
                        row -> row.getBoolean(1))
                .stream()
                .anyMatch(Boolean::booleanValue);
    }

    static String text(Connection connection, String sql, Object... parameters) throws SQLException {
        return Database.query(connection, sql, row -> String.valueOf(row.getString(1)), parameters)
                .get(0);
    }
}
