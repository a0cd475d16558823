package dev.lockstep.state.jdbc;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.DeadLetterStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Dead letters. One lane owns a source key at a time, so the cap is counted without a lock: several owners at once
 * could go over it by their number.
 */
final class JdbcDeadLetterStore implements DeadLetterStore {
    private static final String WHOLE_KEY = "*";

    private final Database database;

    JdbcDeadLetterStore(Database database) {
        this.database = database;
    }

    private record Letter(ModelName model, CopyName copy, String sourceKey, String copyKey, String cause, Instant at) {
        String sourceHash() {
            return source(model, copy, sourceKey);
        }

        String openHash() {
            return copyKey.equals(WHOLE_KEY)
                    ? Text.hash(model.value(), copy.value(), WHOLE_KEY, sourceKey)
                    : Text.hash(model.value(), copy.value(), copyKey);
        }

        Letter summary() {
            return new Letter(model, copy, sourceKey, WHOLE_KEY, cause, at);
        }
    }

    private static String source(ModelName model, CopyName copy, String sourceKey) {
        return Text.hash(model.value(), copy.value(), sourceKey);
    }

    @Override
    public void add(ModelName model, CopyName copy, String sourceKey, String copyKey, String cause, Instant at) {
        Letter letter = new Letter(model, copy, sourceKey, copyKey, Text.readable(cause), at);
        database.in("add a dead letter of " + model + "." + copy, sql -> {
            if (again(sql, letter)) {
                return true;
            }
            boolean full = !copyKey.equals(WHOLE_KEY) && openOf(sql, letter) >= PER_SOURCE;
            if (!full) {
                insert(sql, letter);
            } else if (!again(sql, letter.summary())) {
                insert(sql, letter.summary());
            }
            return true;
        });
    }

    private static boolean again(JdbcClient sql, Letter letter) {
        return sql.sql("UPDATE lockstep_dead_letter SET attempts = attempts + 1, cause = ?, last_at = ?,"
                                + " source_hash = ?, source_key = ? WHERE open_hash = ?")
                        .param(letter.cause())
                        .param(Text.column(letter.at()))
                        .param(letter.sourceHash())
                        .param(letter.sourceKey())
                        .param(letter.openHash())
                        .update()
                > 0;
    }

    private static long openOf(JdbcClient sql, Letter letter) {
        return sql.sql("SELECT COUNT(*) FROM lockstep_dead_letter WHERE source_hash = ? AND closed_at IS NULL"
                        + " AND copy_key <> ?")
                .params(letter.sourceHash(), WHOLE_KEY)
                .query(Long.class)
                .single();
    }

    private static void insert(JdbcClient sql, Letter letter) {
        sql.sql("INSERT INTO lockstep_dead_letter (model, copy_name, source_hash, source_key, copy_key, cause,"
                        + " attempts, first_at, last_at, open_hash) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)")
                .param(letter.model().value())
                .param(letter.copy().value())
                .param(letter.sourceHash())
                .param(letter.sourceKey())
                .param(letter.copyKey())
                .param(letter.cause())
                .param(Text.column(letter.at()))
                .param(Text.column(letter.at()))
                .param(letter.openHash())
                .update();
    }

    @Override
    public List<DeadLetter> list(Optional<ModelName> model, long after, int limit) {
        return database.in(
                "read the dead letters",
                sql -> sql.sql("SELECT * FROM lockstep_dead_letter WHERE closed_at IS NULL AND id > :after"
                                + (model.isPresent() ? " AND model = :model" : "")
                                + " ORDER BY id FETCH FIRST :limit ROWS ONLY")
                        .param("after", after)
                        .param("limit", limit)
                        .param("model", model.map(ModelName::value).orElse(""))
                        .query(JdbcDeadLetterStore::read)
                        .list());
    }

    @Override
    public Optional<DeadLetter> find(long id) {
        return database.in(
                "read the dead letter " + id,
                sql -> sql.sql("SELECT * FROM lockstep_dead_letter WHERE id = ? AND closed_at IS NULL")
                        .param(id)
                        .query(JdbcDeadLetterStore::read)
                        .optional());
    }

    private static DeadLetter read(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new DeadLetter(
                row.number("id"),
                row.model(),
                row.copy(),
                row.text("source_key"),
                row.text("copy_key"),
                row.text("cause"),
                row.small("attempts"),
                row.time("first_at"),
                row.time("last_at"));
    }

    @Override
    public boolean close(long id, String how, Instant at) {
        return database.in(
                "close the dead letter " + id,
                sql -> sql.sql("UPDATE lockstep_dead_letter SET closed_at = ?, closed_how = ?, open_hash = NULL"
                                        + " WHERE id = ? AND closed_at IS NULL")
                                .params(Text.column(at), how, id)
                                .update()
                        > 0);
    }

    @Override
    public int closeWritten(ModelName model, CopyName copy, String sourceKey, Instant at) {
        return database.in(
                "close dead letters of " + model + "." + copy,
                sql -> sql.sql("UPDATE lockstep_dead_letter SET closed_at = ?, closed_how = 'written', open_hash = NULL"
                                + " WHERE source_hash = ? AND closed_at IS NULL")
                        .params(Text.column(at), source(model, copy, sourceKey))
                        .update());
    }

    @Override
    public Map<String, Long> countOpen() {
        return database.in("count the dead letters", sql -> {
            Map<String, Long> counts = new HashMap<>();
            sql.sql("SELECT model, copy_name, COUNT(*) AS letters FROM lockstep_dead_letter WHERE closed_at IS NULL"
                            + " GROUP BY model, copy_name")
                    .query(set -> {
                        Row row = new Row(set);
                        counts.put(row.model() + "." + row.copy(), row.number("letters"));
                    });
            return counts;
        });
    }
}
