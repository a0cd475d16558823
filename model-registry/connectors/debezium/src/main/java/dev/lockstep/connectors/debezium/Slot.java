package dev.lockstep.connectors.debezium;

import dev.lockstep.store.ChangeSource.After;
import dev.lockstep.store.ChangeSource.Now;
import dev.lockstep.store.ChangeSource.Start;
import dev.lockstep.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The replication slot and the publication of a stream: made when they are missing, never moved past a start. */
final class Slot {
    private final CaptureSettings settings;
    private final Connection connection;

    Slot(CaptureSettings settings, Connection connection) {
        this.settings = settings;
        this.connection = connection;
    }

    /** What changes when positions before and after do not compare. */
    String identity() throws SQLException {
        return text("SELECT system_identifier || '/' || timeline_id FROM pg_control_system(), pg_control_checkpoint()")
                + "/" + settings.slot();
    }

    /** Makes the publication hold these tables; one that holds more is left as it is. */
    void publish(Collection<TableName> tables) throws SQLException {
        String name = TableName.quote(settings.publication());
        if (text("SELECT 1 FROM pg_publication WHERE pubname = ?", settings.publication()) == null) {
            execute("CREATE PUBLICATION " + name + " WITH (publish = 'insert, update, delete, truncate')");
        }
        for (TableName table : tables) {
            String there = text(
                    "SELECT 1 FROM pg_publication_tables WHERE pubname = ? AND schemaname = ? AND tablename = ?",
                    settings.publication(),
                    table.schema(),
                    table.table());
            if (there == null) {
                execute("ALTER PUBLICATION " + name + " ADD TABLE " + table.sql());
            }
        }
    }

    /** The offset to begin with; throws HISTORY_LOST when the slot no longer serves what comes after a point. */
    Offset begin(Start start) throws SQLException {
        takeOver();
        boolean there = text("SELECT 1 FROM pg_replication_slots WHERE slot_name = ?", settings.slot()) != null;
        String state = there
                ? text(
                        "SELECT coalesce(wal_status, 'lost') FROM pg_replication_slots WHERE slot_name = ?",
                        settings.slot())
                : null;
        if (start instanceof After after) {
            return after(Offset.of(after.point()), state);
        }
        if ("lost".equals(state)) {
            text("SELECT pg_drop_replication_slot(?)::text", settings.slot());
            state = null;
        }
        if (state == null) {
            text("SELECT lsn::text FROM pg_create_logical_replication_slot(?, 'pgoutput')", settings.slot());
        } else if (start instanceof Now) {
            advance();
        }
        return Offset.at(flushed());
    }

    /** A slot has one reader: who opens it holds the lease, so a reader that is still there has lost it. */
    private void takeOver() throws SQLException {
        text(
                "SELECT pg_terminate_backend(active_pid, 10000)::text FROM pg_replication_slots"
                        + " WHERE slot_name = ? AND active_pid IS NOT NULL",
                settings.slot());
    }

    /**
     * A slot moves no further than the log is flushed, and with {@code synchronous_commit = off} what is committed may
     * not be; a commit of our own that waits flushes all before it.
     */
    private void advance() throws SQLException {
        execute("SET synchronous_commit = on");
        text("SELECT pg_logical_emit_message(true, 'lockstep', 'begin')::text");
        text("SELECT end_lsn::text FROM pg_replication_slot_advance(?, pg_current_wal_flush_lsn())", settings.slot());
    }

    private Offset after(Offset offset, @Nullable String state) throws SQLException {
        if (state == null || state.equals("lost")) {
            throw lost(state == null ? "it is not there" : "PostgreSQL gave up its log (max_slot_wal_keep_size)");
        }
        if (flushed() > offset.lsn()) {
            throw lost("it was moved, or made again, past the last checkpoint");
        }
        return offset;
    }

    private long flushed() throws SQLException {
        String lsn = text(
                "SELECT (confirmed_flush_lsn - '0/0')::text FROM pg_replication_slots WHERE slot_name = ?",
                settings.slot());
        return lsn == null ? 0 : Long.parseLong(lsn);
    }

    private StoreException lost(String why) {
        return new StoreException(
                StoreException.Kind.HISTORY_LOST,
                "Could not go on reading slot " + settings.slot() + ": " + why
                        + ". A gap is opened and the copies are checked.",
                null);
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private @Nullable String text(String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet result = statement.executeQuery()) {
                return result.next() ? result.getString(1) : null;
            }
        }
    }

    /** All tables, in a stable order. */
    static Collection<TableName> tables(Collection<String> collections, String schema) {
        TreeSet<String> names = new TreeSet<>(collections);
        return names.stream().map(name -> TableName.of(name, schema)).toList();
    }
}
