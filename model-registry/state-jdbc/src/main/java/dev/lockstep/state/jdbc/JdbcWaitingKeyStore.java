package dev.lockstep.state.jdbc;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.WaitingKeyStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Waiting keys, in batches. The keys of a call are merged and sorted by their hash first: two calls at once then lock
 * rows in one order, and hardly ever meet in a deadlock.
 */
final class JdbcWaitingKeyStore implements WaitingKeyStore {
    private static final String NO_COPY = "";

    private final Database database;

    JdbcWaitingKeyStore(Database database) {
        this.database = database;
    }

    @Override
    public void add(List<WaitingKey> keys) {
        Map<String, WaitingKey> merged = new TreeMap<>();
        for (WaitingKey key : keys) {
            merged.merge(hash(key), key, WaitingKey::and);
        }
        if (merged.isEmpty()) {
            return;
        }
        database.in("remember " + merged.size() + " waiting keys", sql -> {
            List<Map.Entry<String, WaitingKey>> rows = List.copyOf(merged.entrySet());
            insert(database.batches(), missing(rows, raise(database.batches(), rows)));
            return true;
        });
    }

    private static String hash(WaitingKey key) {
        return Text.hash(key.model().value(), copyColumn(key), key.key());
    }

    private static String copyColumn(WaitingKey key) {
        CopyName copy = key.copy();
        return copy == null ? NO_COPY : copy.value();
    }

    private static int[] raise(JdbcTemplate batches, List<Map.Entry<String, WaitingKey>> rows) {
        List<Object[]> arguments = new ArrayList<>();
        for (Map.Entry<String, WaitingKey> row : rows) {
            OffsetDateTime oldest = Text.column(row.getValue().oldestCommit());
            OffsetDateTime due = Text.column(row.getValue().due());
            arguments.add(new Object[] {oldest, oldest, due, due, row.getKey()});
        }
        return batches.batchUpdate(
                "UPDATE lockstep_waiting_key SET generation = generation + 1, oldest_commit ="
                        + " CASE WHEN oldest_commit > ? THEN ? ELSE oldest_commit END, due ="
                        + " CASE WHEN due < ? THEN ? ELSE due END WHERE key_hash = ?",
                arguments);
    }

    private static List<Object[]> missing(List<Map.Entry<String, WaitingKey>> rows, int[] raised) {
        List<Object[]> missing = new ArrayList<>();
        for (int i = 0; i < raised.length; i++) {
            if (raised[i] == 0) {
                WaitingKey key = rows.get(i).getValue();
                missing.add(new Object[] {
                    key.model().value(),
                    copyColumn(key),
                    rows.get(i).getKey(),
                    key.key(),
                    Text.column(key.oldestCommit()),
                    Text.column(key.due())
                });
            }
        }
        return missing;
    }

    private static void insert(JdbcTemplate batches, List<Object[]> rows) {
        if (!rows.isEmpty()) {
            batches.batchUpdate(
                    "INSERT INTO lockstep_waiting_key (model, copy_name, key_hash, key_text, generation, oldest_commit,"
                            + " due) VALUES (?, ?, ?, ?, 1, ?, ?)",
                    rows);
        }
    }

    @Override
    public List<WaitingKey> page(ModelName model, Instant until, long after, int limit) {
        return database.in(
                "read the waiting keys of " + model,
                sql -> sql.sql("SELECT * FROM lockstep_waiting_key WHERE model = ? AND id > ? AND due <= ?"
                                + " ORDER BY id FETCH FIRST ? ROWS ONLY")
                        .params(model.value(), after, Text.column(until), limit)
                        .query(JdbcWaitingKeyStore::read)
                        .list());
    }

    private static WaitingKey read(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        String copy = row.text("copy_name");
        @Nullable CopyName name = copy.equals(NO_COPY) ? null : new CopyName(copy);
        return new WaitingKey(
                row.number("id"),
                row.model(),
                name,
                row.text("key_text"),
                row.number("generation"),
                row.time("oldest_commit"),
                row.time("due"));
    }

    @Override
    public void remove(List<WaitingKey> keys) {
        if (keys.isEmpty()) {
            return;
        }
        Map<String, WaitingKey> sorted = new TreeMap<>();
        keys.forEach(key -> sorted.put(hash(key), key));
        List<Object[]> arguments = new ArrayList<>();
        sorted.values().forEach(key -> arguments.add(new Object[] {key.id(), key.generation()}));
        database.in(
                "remove " + keys.size() + " waiting keys",
                sql -> database.batches()
                        .batchUpdate("DELETE FROM lockstep_waiting_key WHERE id = ? AND generation = ?", arguments)
                        .length);
    }

    @Override
    public Map<ModelName, Long> counts() {
        return database.in(
                "count the waiting keys",
                sql -> perModel(sql.sql("SELECT model, COUNT(*) AS waiting FROM lockstep_waiting_key GROUP BY model")));
    }

    @Override
    public Map<ModelName, Long> due(Instant until) {
        return database.in(
                "count the waiting keys that are due",
                sql -> perModel(sql.sql("SELECT model, COUNT(*) AS waiting FROM lockstep_waiting_key WHERE due <= ?"
                                + " GROUP BY model")
                        .param(Text.column(until))));
    }

    private static Map<ModelName, Long> perModel(JdbcClient.StatementSpec counted) {
        Map<ModelName, Long> counts = new HashMap<>();
        counted.query(set -> {
            Row row = new Row(set);
            counts.put(row.model(), row.number("waiting"));
        });
        return counts;
    }
}
