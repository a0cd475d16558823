package dev.lockstep.state.jdbc;

import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.StateException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Models. The row of a model is locked by whoever changes it, and stays when the model is deleted. */
final class JdbcModelStore implements ModelStore {
    private static final String LOCKSTEP = "lockstep";

    private static final String PAUSE_WRITES = "pause-writes";

    private final Database database;
    private final Clock clock;

    JdbcModelStore(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public List<StoredModel> all() {
        return database.in(
                "read the models",
                sql -> sql.sql("SELECT * FROM lockstep_model WHERE state <> 'DELETED' ORDER BY name")
                        .query(JdbcModelStore::readModel)
                        .list());
    }

    @Override
    public Optional<StoredModel> find(ModelName name) {
        return database.in("read the model " + name, sql -> find(sql, name, ""));
    }

    private static Optional<StoredModel> find(JdbcClient sql, ModelName name, String locking) {
        return sql.sql("SELECT * FROM lockstep_model WHERE name = ?" + locking)
                .param(name.value())
                .query(JdbcModelStore::readModel)
                .optional();
    }

    private static Optional<StoredModel> lock(JdbcClient sql, ModelName name) {
        return find(sql, name, " FOR UPDATE");
    }

    private static StoredModel readModel(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new StoredModel(
                new ModelName(row.text("name")),
                row.small("revision"),
                row.text("definition"),
                new Epoch(row.number("epoch")),
                ModelState.valueOf(row.text("state")),
                row.textOrNull("state_reason"),
                row.time("updated_at"));
    }

    @Override
    public Optional<StoredModel> save(
            ModelName name, int expectedRevision, Revision revision, boolean raiseEpoch, ModelState state) {
        return database.in("save the model " + name, sql -> {
            Optional<StoredModel> before = lock(sql, name);
            if (activeRevision(before) != expectedRevision) {
                return Optional.empty();
            }
            Epoch last = before.map(StoredModel::epoch).orElse(new Epoch(0));
            StoredModel saved = new StoredModel(
                    name,
                    before.map(StoredModel::revision).orElse(0) + 1,
                    revision.definition(),
                    raiseEpoch ? next(last) : last,
                    state,
                    null,
                    Text.micros(revision.at()));
            store(sql, saved, before.isPresent());
            insertRevision(sql, saved, revision);
            audit(sql, revision, saved, expectedRevision == 0 ? "register" : "revise");
            return Optional.of(saved);
        });
    }

    private static int activeRevision(Optional<StoredModel> model) {
        return model.filter(found -> found.state() != ModelState.DELETED)
                .map(StoredModel::revision)
                .orElse(0);
    }

    private Instant now() {
        return Text.micros(clock.instant());
    }

    private Epoch next(Epoch last) {
        return Epoch.after(last.number(), clock.instant().getEpochSecond());
    }

    private static void store(JdbcClient sql, StoredModel model, boolean exists) {
        String statement = exists
                ? "UPDATE lockstep_model SET revision = ?, definition = ?, epoch = ?, state = ?, state_reason = ?,"
                        + " updated_at = ? WHERE name = ?"
                : "INSERT INTO lockstep_model (revision, definition, epoch, state, state_reason, updated_at, name)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)";
        sql.sql(statement)
                .param(model.revision())
                .param(model.definition())
                .param(model.epoch().number())
                .param(model.state().name())
                .param(model.stateReason())
                .param(Text.column(model.updatedAt()))
                .param(model.name().value())
                .update();
    }

    private static void insertRevision(JdbcClient sql, StoredModel saved, Revision revision) {
        sql.sql("INSERT INTO lockstep_revision (model, revision, definition, author, happened_at, reason, diff)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)")
                .param(saved.name().value())
                .param(saved.revision())
                .param(revision.definition())
                .param(Text.readable(revision.author()))
                .param(Text.column(revision.at()))
                .param(Text.readableOrNull(revision.reason()))
                .param(Text.readable(revision.diff()))
                .update();
    }

    private static void audit(JdbcClient sql, Revision revision, StoredModel saved, String action) {
        String detail = "revision " + saved.revision() + (revision.reason() == null ? "" : ": " + revision.reason());
        Audit.write(sql, new AuditEntry(0, revision.at(), revision.author(), action, "model " + saved.name(), detail));
    }

    @Override
    public void setState(ModelName name, ModelState state, @Nullable String reason) {
        database.in(
                "set the state of the model " + name,
                sql -> sql.sql("UPDATE lockstep_model SET state = ?, state_reason = ?, updated_at = ?"
                                + " WHERE name = ? AND state <> 'DELETED'")
                        .param(state.name())
                        .param(Text.readableOrNull(reason))
                        .param(Text.column(now()))
                        .param(name.value())
                        .update());
    }

    @Override
    public boolean writesPaused() {
        return database.in(
                "read whether writes are paused",
                sql -> sql.sql("SELECT is_on FROM lockstep_switch WHERE name = ?")
                        .param(PAUSE_WRITES)
                        .query(Boolean.class)
                        .optional()
                        .orElse(false));
    }

    @Override
    public void pauseWrites(boolean paused) {
        database.in(paused ? "pause all writes" : "let writes go on", sql -> {
            sql.sql("DELETE FROM lockstep_switch WHERE name = ?")
                    .param(PAUSE_WRITES)
                    .update();
            return paused
                    ? sql.sql("INSERT INTO lockstep_switch (name, is_on) VALUES (?, TRUE)")
                            .param(PAUSE_WRITES)
                            .update()
                    : 0;
        });
    }

    @Override
    public boolean changeState(ModelName name, int revision, ModelState from, ModelState to) {
        return database.in(
                "change the state of the model " + name,
                sql -> sql.sql("UPDATE lockstep_model SET state = ?, state_reason = NULL, updated_at = ?"
                                        + " WHERE name = ? AND revision = ? AND state = ?")
                                .param(to.name())
                                .param(Text.column(now()))
                                .param(name.value())
                                .param(revision)
                                .param(from.name())
                                .update()
                        == 1);
    }

    @Override
    public Epoch raiseEpoch(ModelName name, String reason) {
        return database.in("raise the epoch of the model " + name, sql -> {
            StoredModel model = lock(sql, name)
                    .orElseThrow(() -> new StateException(
                            "Could not raise the epoch of the model " + name
                                    + ": it is not registered. Nothing was changed.",
                            null));
            Epoch epoch = next(model.epoch());
            sql.sql("UPDATE lockstep_model SET epoch = ?, updated_at = ? WHERE name = ?")
                    .params(epoch.number(), Text.column(now()), name.value())
                    .update();
            String detail = "epoch " + epoch.number() + ": " + reason;
            Audit.write(sql, new AuditEntry(0, now(), LOCKSTEP, "raise-epoch", "model " + name, detail));
            return epoch;
        });
    }

    @Override
    public boolean delete(ModelName name, int expectedRevision, String author, @Nullable String reason) {
        return database.in("delete the model " + name, sql -> {
            int active = activeRevision(lock(sql, name));
            if (active == 0 || active != expectedRevision) {
                return false;
            }
            sql.sql("UPDATE lockstep_model SET state = 'DELETED', state_reason = ?, updated_at = ? WHERE name = ?")
                    .param(Text.readableOrNull(reason))
                    .param(Text.column(now()))
                    .param(name.value())
                    .update();
            Audit.write(sql, new AuditEntry(0, now(), author, "delete", "model " + name, reason));
            return true;
        });
    }

    @Override
    public List<Revision> revisions(ModelName name) {
        return database.in(
                "read the revisions of the model " + name,
                sql -> sql.sql("SELECT * FROM lockstep_revision WHERE model = ? ORDER BY revision")
                        .param(name.value())
                        .query(JdbcModelStore::readRevision)
                        .list());
    }

    private static Revision readRevision(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new Revision(
                row.small("revision"),
                row.text("definition"),
                row.text("author"),
                row.time("happened_at"),
                row.textOrNull("reason"),
                row.text("diff"));
    }

    @Override
    public void audit(AuditEntry entry) {
        database.in("write the audit", sql -> {
            Audit.write(sql, entry);
            return true;
        });
    }

    @Override
    public List<AuditEntry> audits(long before, int limit) {
        return database.in("read the audit", sql -> Audit.read(sql, before, limit));
    }
}
