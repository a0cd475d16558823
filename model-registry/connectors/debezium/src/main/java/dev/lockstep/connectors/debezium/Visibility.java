package dev.lockstep.connectors.debezium;

import dev.lockstep.connectors.debezium.RowChanges.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a transaction is visible to readers (rule R10): the log tells of a commit a moment before new snapshots see
 * it. Used by the thread that polls.
 */
final class Visibility {
    private final CaptureSettings settings;
    private @Nullable Connection connection;
    private long visible = -1;

    Visibility(CaptureSettings settings) {
        this.settings = settings;
    }

    boolean reached(Row row) {
        Long transaction = row.transaction();
        if (transaction == null || transaction == visible) {
            return true;
        }
        try {
            if (running().contains(transaction & 0xFFFF_FFFFL)) {
                return false;
            }
            visible = transaction;
            return true;
        } catch (SQLException failure) {
            throw Failures.of("see whether a transaction is visible", failure);
        }
    }

    /** The transactions that a new snapshot does not see, by the 32 bits that the log tells. */
    private Set<Long> running() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = settings.connect();
            connection = open;
        }
        try (Statement statement = open.createStatement();
                ResultSet result = statement.executeQuery("SELECT pg_current_snapshot()::text")) {
            result.next();
            String[] parts = result.getString(1).split(":", -1);
            Set<Long> running = new HashSet<>();
            Arrays.stream(parts[2].split(",", -1))
                    .filter(text -> !text.isEmpty())
                    .forEach(text -> running.add(Long.parseLong(text) & 0xFFFF_FFFFL));
            running.add(Long.parseLong(parts[1]) & 0xFFFF_FFFFL);
            return running;
        }
    }

    void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException alreadyGone) {
                throw Failures.of("close a connection", alreadyGone);
            }
        }
    }
}
