package dev.lockstep.connectors.jdbc;

import dev.lockstep.change.Position;
import dev.lockstep.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Where in the write-ahead log a server is. */
final class LogPosition {
    private static final int DIGITS = 16;

    private LogPosition() {}

    /** Throws TRANSIENT unless this server is the primary and its log holds the position. */
    static void requireReached(Connection connection, Position position) throws SQLException {
        if (position.text().length() != DIGITS) {
            return;
        }
        Optional<Long> end = end(connection);
        if (end.isEmpty()) {
            throw behind("it is a standby now");
        }
        if (Long.compareUnsigned(end.get(), Long.parseUnsignedLong(position.text(), DIGITS)) < 0) {
            throw behind("its log ends before the change that the read must include");
        }
    }

    /** The end of the log, empty on a standby. */
    private static Optional<Long> end(Connection connection) throws SQLException {
        return Database.query(
                        connection,
                        "SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE (pg_current_wal_insert_lsn() - '0/0') END",
                        row -> Optional.ofNullable(row.getString(1)).map(Long::parseUnsignedLong))
                .get(0);
    }

    private static StoreException behind(String why) {
        return new StoreException(
                StoreException.Kind.TRANSIENT,
                "Could not read strongly from this PostgreSQL server: " + why
                        + ". It is tried again, and finds the primary.",
                null);
    }
}
