package dev.lockstep.state.jdbc;

import dev.lockstep.registry.CopyName;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.SegmentStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Parts of runs. */
final class JdbcSegmentStore implements SegmentStore {
    private static final int BATCH = 500;
    private static final String OF_COPY = " FROM lockstep_run_part WHERE run_id = ? AND copy_name = ?";

    private final Database database;

    JdbcSegmentStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<List<Part>> plan(long run, CopyName copy, List<Segment> segments, Lease lease) {
        return database.in("plan the run " + run, sql -> {
            if (!JdbcLeaseStore.holds(sql, lease)) {
                return Optional.empty();
            }
            if (count(sql, run, copy) == 0) {
                for (int i = 0; i < segments.size(); i++) {
                    insert(sql, run, copy, i + 1, segments.get(i), null);
                }
            }
            return Optional.of(read(sql, run, copy));
        });
    }

    private static int count(JdbcClient sql, long run, CopyName copy) {
        return sql.sql("SELECT COUNT(*)" + OF_COPY)
                .params(run, copy.value())
                .query(Integer.class)
                .single();
    }

    private static void insert(
            JdbcClient sql, long run, CopyName copy, int number, Segment segment, @Nullable Cursor from) {
        sql.sql(
                        "INSERT INTO lockstep_run_part (run_id, copy_name, number, segment, from_cursor) VALUES (?, ?, ?, ?, ?)")
                .param(run)
                .param(copy.value())
                .param(number)
                .param(segment.token())
                .param(from == null ? null : from.token())
                .update();
    }

    @Override
    public List<Part> parts(long run, CopyName copy) {
        return database.in("read the parts of run " + run, sql -> read(sql, run, copy));
    }

    private static List<Part> read(JdbcClient sql, long run, CopyName copy) {
        return sql.sql("SELECT *" + OF_COPY + " ORDER BY number")
                .params(run, copy.value())
                .query(JdbcSegmentStore::part)
                .list();
    }

    private static Part part(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        String from = row.textOrNull("from_cursor");
        return new Part(
                row.number("run_id"),
                row.copy(),
                row.small("number"),
                new Segment(row.text("segment")),
                from == null ? null : new Cursor(from),
                row.textOrNull("result"));
    }

    @Override
    public boolean done(Part part, String result, List<String> wrong, Optional<Cursor> rest, Lease lease) {
        return database.in("end a part of run " + part.run(), sql -> {
            if (!JdbcLeaseStore.holds(sql, lease)) {
                return false;
            }
            int ended = sql.sql("UPDATE lockstep_run_part SET result = ? WHERE run_id = ? AND copy_name = ?"
                            + " AND number = ? AND result IS NULL")
                    .params(result, part.run(), part.copy().value(), part.number())
                    .update();
            if (ended > 0) {
                add(part, wrong);
                rest.ifPresent(cursor -> insert(
                        sql, part.run(), part.copy(), count(sql, part.run(), part.copy()) + 1, part.segment(), cursor));
            }
            return true;
        });
    }

    private void add(Part part, List<String> wrong) {
        database.batches()
                .batchUpdate(
                        "INSERT INTO lockstep_run_wrong (run_id, copy_name, copy_key) VALUES (?, ?, ?)",
                        wrong,
                        BATCH,
                        (statement, key) -> {
                            statement.setLong(1, part.run());
                            statement.setString(2, part.copy().value());
                            statement.setString(3, key);
                        });
    }

    @Override
    public List<WrongCopy> wrong(long run, CopyName copy, long after, int limit) {
        return database.in(
                "read what run " + run + " found",
                sql -> sql.sql("SELECT id, copy_key FROM lockstep_run_wrong WHERE run_id = ? AND copy_name = ?"
                                + " AND id > ? ORDER BY id FETCH FIRST ? ROWS ONLY")
                        .params(run, copy.value(), after, limit)
                        .query((set, index) -> new WrongCopy(set.getLong(1), set.getString(2)))
                        .list());
    }

    @Override
    public long wrongCount(long run, CopyName copy) {
        return database.in(
                "count what run " + run + " found",
                sql -> sql.sql("SELECT COUNT(*) FROM lockstep_run_wrong WHERE run_id = ? AND copy_name = ?")
                        .params(run, copy.value())
                        .query(Long.class)
                        .single());
    }

    @Override
    public void settled(List<WrongCopy> copies) {
        database.in("take off what was put right", sql -> {
            database.batches()
                    .batchUpdate(
                            "DELETE FROM lockstep_run_wrong WHERE id = ?",
                            copies,
                            BATCH,
                            (statement, copy) -> statement.setLong(1, copy.id()));
            return copies.size();
        });
    }

    @Override
    public void forget(long run) {
        database.in(
                "forget the parts of run " + run,
                sql -> sql.sql("DELETE FROM lockstep_run_part WHERE run_id = ?")
                                .param(run)
                                .update()
                        + sql.sql("DELETE FROM lockstep_run_wrong WHERE run_id = ?")
                                .param(run)
                                .update());
    }
}
