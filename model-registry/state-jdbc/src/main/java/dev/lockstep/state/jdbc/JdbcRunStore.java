package dev.lockstep.state.jdbc;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.RunStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Runs. */
final class JdbcRunStore implements RunStore {
    private static final String RUNNING = "RUNNING";

    private final Database database;

    JdbcRunStore(Database database) {
        this.database = database;
    }

    @Override
    public Run start(ModelName model, String kind, Instant at) {
        long id = database.in(
                "start a run of " + model,
                sql -> Inserted.id(sql.sql(
                                "INSERT INTO lockstep_run (model, kind, status, scanned, found, fixed, skipped, started_at)"
                                        + " VALUES (?, ?, ?, 0, 0, 0, 0, ?)")
                        .params(model.value(), kind, RUNNING, Text.column(at))));
        return new Run(id, model, kind, RUNNING, 0, 0, 0, 0, null, null, Text.micros(at), null);
    }

    @Override
    public void update(Run run) {
        database.in(
                "update the run " + run.id(),
                sql -> sql.sql("UPDATE lockstep_run SET status = ?, scanned = ?, found = ?, fixed = ?, skipped = ?,"
                                + " cursor_text = ?, report = ?, ended_at = ? WHERE id = ?")
                        .param(run.status())
                        .param(run.scanned())
                        .param(run.found())
                        .param(run.fixed())
                        .param(run.skipped())
                        .param(run.cursor())
                        .param(run.report())
                        .param(Text.columnOrNull(run.endedAt()))
                        .param(run.id())
                        .update());
    }

    @Override
    public Optional<Run> find(long id) {
        return database.in(
                "read the run " + id,
                sql -> sql.sql("SELECT * FROM lockstep_run WHERE id = ?")
                        .param(id)
                        .query(JdbcRunStore::read)
                        .optional());
    }

    @Override
    public List<Run> list(Optional<ModelName> model, long before, int limit) {
        return database.in(
                "read the runs",
                sql -> sql.sql("SELECT * FROM lockstep_run WHERE id < :before"
                                + (model.isPresent() ? " AND model = :model" : "")
                                + " ORDER BY id DESC FETCH FIRST :limit ROWS ONLY")
                        .param("before", before == 0 ? Long.MAX_VALUE : before)
                        .param("limit", limit)
                        .param("model", model.map(ModelName::value).orElse(""))
                        .query(JdbcRunStore::read)
                        .list());
    }

    private static Run read(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new Run(
                row.number("id"),
                row.model(),
                row.text("kind"),
                row.text("status"),
                row.number("scanned"),
                row.number("found"),
                row.number("fixed"),
                row.number("skipped"),
                row.textOrNull("cursor_text"),
                row.textOrNull("report"),
                row.time("started_at"),
                row.timeOrNull("ended_at"));
    }
}
