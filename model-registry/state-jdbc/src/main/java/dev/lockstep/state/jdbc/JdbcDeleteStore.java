package dev.lockstep.state.jdbc;

import dev.lockstep.change.Version;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.DeleteStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Deletes that wait. The deletes of a call are sorted by their hash first, so that two calls at once lock rows in one
 * order.
 */
final class JdbcDeleteStore implements DeleteStore {
    private final Database database;

    JdbcDeleteStore(Database database) {
        this.database = database;
    }

    @Override
    public void add(List<PendingDelete> deletes) {
        if (deletes.isEmpty()) {
            return;
        }
        Map<String, PendingDelete> merged = new TreeMap<>();
        deletes.forEach(delete -> merged.merge(
                Text.hash(delete.model().value(), delete.key()),
                delete,
                (one, other) -> one.version().compareTo(other.version()) > 0 ? one : other));
        database.in("remember " + merged.size() + " deletes of sources", sql -> {
            merged.forEach((hash, delete) -> add(sql, hash, delete));
            return true;
        });
    }

    private static void add(JdbcClient sql, String hash, PendingDelete added) {
        Optional<PendingDelete> before = sql.sql("SELECT * FROM lockstep_delete WHERE key_hash = ? FOR UPDATE")
                .param(hash)
                .query(JdbcDeleteStore::read)
                .optional();
        if (before.isEmpty()) {
            sql.sql("INSERT INTO lockstep_delete"
                            + " (model, key_hash, key_text, version, committed_at, due_at, state, generation)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, 1)")
                    .params(
                            added.model().value(),
                            hash,
                            added.key(),
                            added.version().text(),
                            Text.column(added.committedAt()),
                            Text.column(added.due()),
                            State.WAITING.name())
                    .update();
            return;
        }
        PendingDelete known = before.get();
        PendingDelete newer = added.version().compareTo(known.version()) > 0 ? added : known;
        Instant due = added.due().isAfter(known.due()) ? added.due() : known.due();
        sql.sql("UPDATE lockstep_delete SET version = ?, committed_at = ?, due_at = ?, generation = generation + 1"
                        + " WHERE id = ?")
                .params(newer.version().text(), Text.column(newer.committedAt()), Text.column(due), known.id())
                .update();
    }

    private static PendingDelete read(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        String version = row.text("version");
        return new PendingDelete(
                row.number("id"),
                row.model(),
                row.text("key_text"),
                Version.parse(version).orElseThrow(() -> new SQLException("\"" + version + "\" is no version")),
                row.time("committed_at"),
                row.time("due_at"),
                State.valueOf(row.text("state")),
                row.number("generation"));
    }

    @Override
    public List<PendingDelete> due(ModelName model, Instant now, int limit) {
        return database.in(
                "read the deletes of " + model + " that are due",
                sql -> sql.sql("SELECT * FROM lockstep_delete WHERE model = ? AND state <> ? AND due_at <= ?"
                                + " ORDER BY due_at, id FETCH FIRST ? ROWS ONLY")
                        .params(model.value(), State.HELD.name(), Text.column(now), limit)
                        .query(JdbcDeleteStore::read)
                        .list());
    }

    @Override
    public boolean remove(PendingDelete delete) {
        return database.in(
                "remove a delete of " + delete.model() + " that was carried out",
                sql -> sql.sql("DELETE FROM lockstep_delete WHERE id = ? AND generation = ?")
                                .params(delete.id(), delete.generation())
                                .update()
                        > 0);
    }

    @Override
    public boolean spend(ModelName model, Instant now, Duration window, long copies, long most) {
        if (copies > most) {
            return false;
        }
        return database.in("count the copies that deletes of " + model + " change", sql -> {
            OffsetDateTime begins = Text.column(now);
            OffsetDateTime ended = Text.column(now.minus(window));
            int again = sql.sql(
                            "UPDATE lockstep_delete_budget SET since = ?, copies = ? WHERE model = ? AND since <= ?")
                    .params(begins, copies, model.value(), ended)
                    .update();
            if (again > 0) {
                return true;
            }
            int more = sql.sql("UPDATE lockstep_delete_budget SET copies = copies + ?"
                            + " WHERE model = ? AND copies + ? <= ?")
                    .params(copies, model.value(), copies, most)
                    .update();
            if (more > 0) {
                return true;
            }
            boolean first = sql.sql("SELECT COUNT(*) FROM lockstep_delete_budget WHERE model = ?")
                            .param(model.value())
                            .query(Long.class)
                            .single()
                    == 0;
            if (first) {
                sql.sql("INSERT INTO lockstep_delete_budget (model, since, copies) VALUES (?, ?, ?)")
                        .params(model.value(), begins, copies)
                        .update();
            }
            return first;
        });
    }

    @Override
    public int hold(ModelName model) {
        return change("hold the deletes of ", model, State.WAITING, State.HELD);
    }

    @Override
    public int release(ModelName model) {
        return change("release the deletes of ", model, State.HELD, State.RELEASED);
    }

    private int change(String what, ModelName model, State from, State to) {
        return database.in(
                what + model,
                sql -> sql.sql("UPDATE lockstep_delete SET state = ? WHERE model = ? AND state = ?")
                        .params(to.name(), model.value(), from.name())
                        .update());
    }

    @Override
    public void forget(ModelName model) {
        database.in("forget the deletes of " + model, sql -> {
            sql.sql("DELETE FROM lockstep_delete WHERE model = ?")
                    .param(model.value())
                    .update();
            return sql.sql("DELETE FROM lockstep_delete_budget WHERE model = ?")
                    .param(model.value())
                    .update();
        });
    }

    @Override
    public Map<ModelName, Counts> counts() {
        return database.in("count the deletes that wait", sql -> {
            Map<ModelName, Counts> counts = new HashMap<>();
            sql.sql("SELECT model, state, COUNT(*) AS deletes FROM lockstep_delete GROUP BY model, state")
                    .query(set -> {
                        Row row = new Row(set);
                        boolean held = row.text("state").equals(State.HELD.name());
                        long number = row.number("deletes");
                        counts.merge(
                                row.model(),
                                new Counts(held ? 0 : number, held ? number : 0),
                                (a, b) -> new Counts(a.waiting() + b.waiting(), a.held() + b.held()));
                    });
            return counts;
        });
    }
}
