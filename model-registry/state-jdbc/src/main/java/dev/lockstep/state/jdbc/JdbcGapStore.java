package dev.lockstep.state.jdbc;

import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.GapStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Gaps. */
final class JdbcGapStore implements GapStore {
    private final Database database;

    JdbcGapStore(Database database) {
        this.database = database;
    }

    @Override
    public Gap open(
            ModelName model, StoreName store, String partition, @Nullable Instant from, String reason, Instant at) {
        String hash = Text.hash(model.value(), store.value(), partition);
        Gap gap = new Gap(0, model, store, partition, from, Text.readable(reason), at, null, null);
        return database.in("open a gap of " + model, sql -> {
            Optional<Gap> open = openBy(sql, hash);
            if (open.isPresent()) {
                return open.get();
            }
            insert(sql, gap, hash);
            return openBy(sql, hash).orElseThrow();
        });
    }

    @Override
    public Gap openAgain(
            ModelName model, StoreName store, String partition, @Nullable Instant from, String reason, Instant at) {
        String hash = Text.hash(model.value(), store.value(), partition);
        return database.in("open a gap of " + model, sql -> {
            Optional<Gap> before = openBy(sql, hash);
            before.ifPresent(gap -> sql.sql("UPDATE lockstep_gap SET closed_at = ?, report = ?, open_hash = NULL"
                            + " WHERE id = ? AND closed_at IS NULL")
                    .params(Text.column(at), "superseded: another position was lost", gap.id())
                    .update());
            Instant since = before.isPresent() ? before.get().from() : from;
            insert(sql, new Gap(0, model, store, partition, since, Text.readable(reason), at, null, null), hash);
            return openBy(sql, hash).orElseThrow();
        });
    }

    private static Optional<Gap> openBy(JdbcClient sql, String hash) {
        return sql.sql("SELECT * FROM lockstep_gap WHERE open_hash = ?")
                .param(hash)
                .query(JdbcGapStore::read)
                .optional();
    }

    private static void insert(JdbcClient sql, Gap gap, String hash) {
        sql.sql("INSERT INTO lockstep_gap (model, store, partition_name, missing_from, reason, opened_at, open_hash)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)")
                .param(gap.model().value())
                .param(gap.store().value())
                .param(gap.partition())
                .param(Text.columnOrNull(gap.from()))
                .param(gap.reason())
                .param(Text.column(gap.openedAt()))
                .param(hash)
                .update();
    }

    private static Gap read(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new Gap(
                row.number("id"),
                row.model(),
                row.store(),
                row.text("partition_name"),
                row.timeOrNull("missing_from"),
                row.text("reason"),
                row.time("opened_at"),
                row.timeOrNull("closed_at"),
                row.textOrNull("report"));
    }

    @Override
    public List<Gap> list(boolean openOnly, long before, int limit) {
        return database.in(
                "read the gaps",
                sql -> sql.sql("SELECT * FROM lockstep_gap WHERE id < ?"
                                + (openOnly ? " AND closed_at IS NULL" : "")
                                + " ORDER BY id DESC FETCH FIRST ? ROWS ONLY")
                        .params(before == 0 ? Long.MAX_VALUE : before, limit)
                        .query(JdbcGapStore::read)
                        .list());
    }

    @Override
    public List<Gap> openOf(ModelName model) {
        return database.in(
                "read the gaps of " + model,
                sql -> sql.sql("SELECT * FROM lockstep_gap WHERE model = ? AND closed_at IS NULL ORDER BY id")
                        .param(model.value())
                        .query(JdbcGapStore::read)
                        .list());
    }

    @Override
    public void close(long id, Instant at, String report) {
        database.in(
                "close the gap " + id,
                sql -> sql.sql("UPDATE lockstep_gap SET closed_at = ?, report = ?, open_hash = NULL"
                                + " WHERE id = ? AND closed_at IS NULL")
                        .params(Text.column(at), Text.readable(report), id)
                        .update());
    }

    @Override
    public Optional<Gap> find(long id) {
        return database.in(
                "read the gap " + id,
                sql -> sql.sql("SELECT * FROM lockstep_gap WHERE id = ?")
                        .param(id)
                        .query(JdbcGapStore::read)
                        .optional());
    }
}
