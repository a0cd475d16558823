package dev.lockstep.state.jdbc;

import dev.lockstep.change.Version;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.TaskStore;
import dev.lockstep.store.Cursor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Large fan-outs. A task is read with its parts in one statement, so that both are of one moment. */
final class JdbcTaskStore implements TaskStore {
    private static final String WITH_PARTS = "SELECT * FROM %s AS task"
            + " LEFT JOIN lockstep_task_part AS part ON part.task_id = task.id ORDER BY task.id, part.copy_name";

    private final Database database;

    JdbcTaskStore(Database database) {
        this.database = database;
    }

    @Override
    public void add(Task task) {
        String hash = Text.hash(task.model().value(), task.key());
        database.in("remember the large fan-out of " + task.model(), sql -> {
            Optional<Task> before = sql.sql("SELECT * FROM lockstep_task WHERE key_hash = ? FOR UPDATE")
                    .param(hash)
                    .query((set, index) -> task(set, List.of()))
                    .optional();
            boolean newer =
                    before.isPresent() && task.version().compareTo(before.get().version()) > 0;
            if (before.isEmpty()) {
                insert(sql, hash, task);
            } else {
                merge(sql, before.get(), task, newer);
            }
            addParts(sql, hash, task.parts());
            return true;
        });
    }

    private static void insert(JdbcClient sql, String hash, Task task) {
        sql.sql("INSERT INTO lockstep_task"
                        + " (model, key_hash, key_text, version, committed_at, created_at, state, generation)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, 1)")
                .params(
                        task.model().value(),
                        hash,
                        task.key(),
                        task.version().text(),
                        Text.column(task.committedAt()),
                        Text.column(task.createdAt()),
                        State.RUNNING.name())
                .update();
    }

    private static void merge(JdbcClient sql, Task before, Task added, boolean newer) {
        Instant oldest =
                before.committedAt().isBefore(added.committedAt()) ? before.committedAt() : added.committedAt();
        sql.sql("UPDATE lockstep_task SET version = ?, committed_at = ?, generation = generation + ? WHERE id = ?")
                .params((newer ? added : before).version().text(), Text.column(oldest), newer ? 1 : 0, before.id())
                .update();
    }

    /** The task's row is locked, so nobody else adds parts. */
    private static void addParts(JdbcClient sql, String hash, List<Part> parts) {
        for (Part part : parts) {
            sql.sql("INSERT INTO lockstep_task_part"
                            + " (task_id, copy_name, pass, cursor_text, ended, applied, expected)"
                            + " SELECT id, ?, generation, ?, ?, ?, ? FROM lockstep_task AS task WHERE key_hash = ?"
                            + " AND NOT EXISTS (SELECT 1 FROM lockstep_task_part AS part"
                            + " WHERE part.task_id = task.id AND part.copy_name = ?)")
                    .param(part.copy().value())
                    .param(cursor(part))
                    .params(part.ended(), part.applied(), part.expected())
                    .params(hash, part.copy().value())
                    .update();
        }
    }

    private static @Nullable String cursor(Part part) {
        Cursor cursor = part.cursor();
        return cursor == null ? null : cursor.token();
    }

    @Override
    public List<Task> page(long after, int limit) {
        return database.in(
                "read the large fan-outs",
                sql -> tasks(sql.sql(WITH_PARTS.formatted(
                                "(SELECT * FROM lockstep_task WHERE id > ? ORDER BY id FETCH FIRST ? ROWS ONLY)"))
                        .params(after, limit)));
    }

    @Override
    public Optional<Task> find(long id) {
        return database.in(
                "read large fan-out " + id,
                sql ->
                        tasks(sql.sql(WITH_PARTS.formatted("(SELECT * FROM lockstep_task WHERE id = ?)"))
                                        .param(id))
                                .stream()
                                .findFirst());
    }

    private static List<Task> tasks(JdbcClient.StatementSpec statement) {
        List<Task> tasks = new ArrayList<>();
        statement.query(set -> {
            Task task = task(set, part(set));
            Task last = tasks.isEmpty() ? null : tasks.get(tasks.size() - 1);
            if (last != null && last.id() == task.id()) {
                List<Part> parts = new ArrayList<>(last.parts());
                parts.addAll(task.parts());
                tasks.set(tasks.size() - 1, with(task, parts));
            } else {
                tasks.add(task);
            }
        });
        return tasks;
    }

    private static Task with(Task task, List<Part> parts) {
        return new Task(
                task.id(),
                task.model(),
                task.key(),
                task.version(),
                task.committedAt(),
                task.createdAt(),
                task.generation(),
                task.state(),
                parts);
    }

    private static Task task(ResultSet set, List<Part> parts) throws SQLException {
        Row row = new Row(set);
        String version = row.text("version");
        return new Task(
                row.number("id"),
                row.model(),
                row.text("key_text"),
                Version.parse(version).orElseThrow(() -> new SQLException("\"" + version + "\" is no version")),
                row.time("committed_at"),
                row.time("created_at"),
                row.number("generation"),
                State.valueOf(row.text("state")),
                parts);
    }

    private static List<Part> part(ResultSet set) throws SQLException {
        Row row = new Row(set);
        if (row.textOrNull("copy_name") == null) {
            return List.of();
        }
        String cursor = row.textOrNull("cursor_text");
        return List.of(new Part(
                row.copy(),
                row.number("pass"),
                cursor == null ? null : new Cursor(cursor),
                set.getBoolean("ended"),
                row.number("applied"),
                row.number("expected")));
    }

    @Override
    public boolean advance(long task, Part part) {
        return database.in(
                "remember how far large fan-out " + task + " has come",
                sql -> sql.sql("UPDATE lockstep_task_part"
                                        + " SET pass = ?, cursor_text = ?, ended = ?, applied = ?, expected = ?"
                                        + " WHERE task_id = ? AND copy_name = ? AND pass <= ?")
                                .param(part.pass())
                                .param(cursor(part))
                                .params(part.ended(), part.applied(), part.expected())
                                .params(task, part.copy().value(), part.pass())
                                .update()
                        > 0);
    }

    @Override
    public boolean remove(Task task) {
        return database.in(
                "remove large fan-out " + task.id() + ", which is over",
                sql -> sql.sql("DELETE FROM lockstep_task WHERE id = ? AND generation = ?")
                                .params(task.id(), task.generation())
                                .update()
                        > 0);
    }

    @Override
    public boolean setState(long task, State state) {
        return database.in(
                "change the state of large fan-out " + task,
                sql -> sql.sql("UPDATE lockstep_task SET state = ? WHERE id = ?")
                                .params(state.name(), task)
                                .update()
                        > 0);
    }

    @Override
    public boolean cancel(long task) {
        return database.in(
                "cancel large fan-out " + task,
                sql -> sql.sql("DELETE FROM lockstep_task WHERE id = ?")
                                .param(task)
                                .update()
                        > 0);
    }

    @Override
    public void forget(ModelName model) {
        database.in(
                "forget the large fan-outs of " + model,
                sql -> sql.sql("DELETE FROM lockstep_task WHERE model = ?")
                        .param(model.value())
                        .update());
    }

    @Override
    public Map<ModelName, Counts> counts() {
        return database.in("count the large fan-outs", sql -> {
            Map<ModelName, Counts> counts = new HashMap<>();
            sql.sql("SELECT model, state, COUNT(*) AS tasks FROM lockstep_task GROUP BY model, state")
                    .query(set -> {
                        Row row = new Row(set);
                        boolean paused = row.text("state").equals(State.PAUSED.name());
                        long number = row.number("tasks");
                        counts.merge(
                                row.model(),
                                new Counts(paused ? 0 : number, paused ? number : 0),
                                (a, b) -> new Counts(a.running() + b.running(), a.paused() + b.paused()));
                    });
            return counts;
        });
    }
}
