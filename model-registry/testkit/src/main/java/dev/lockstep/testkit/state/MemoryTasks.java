package dev.lockstep.testkit.state;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.TaskStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Large fan-outs, merged by key. */
final class MemoryTasks implements TaskStore {
    private final StateCell cell;

    MemoryTasks(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public void add(Task task) {
        cell.change("tasks.add", data -> {
            StateData.WaitingId merged = id(task);
            @Nullable Long id = data.taskIds.get(merged);
            @Nullable Task before = id == null ? null : data.tasks.get(id);
            Task stored = before == null ? stored(task, data.nextId()) : merged(before, task);
            data.taskIds.put(merged, stored.id());
            data.tasks.put(stored.id(), stored);
            return stored;
        });
    }

    private static StateData.WaitingId id(Task task) {
        return new StateData.WaitingId(task.model(), Optional.empty(), task.key());
    }

    private static Task stored(Task added, long id) {
        return new Task(
                id,
                added.model(),
                added.key(),
                added.version(),
                added.committedAt(),
                added.createdAt(),
                1,
                State.RUNNING,
                added.parts().stream().map(part -> inPass(part, 1)).toList());
    }

    private static Task merged(Task before, Task added) {
        boolean newer = added.version().compareTo(before.version()) > 0;
        long generation = before.generation() + (newer ? 1 : 0);
        List<Part> parts = new ArrayList<>(before.parts());
        for (Part part : added.parts()) {
            if (parts.stream().noneMatch(known -> known.copy().equals(part.copy()))) {
                parts.add(inPass(part, generation));
            }
        }
        return new Task(
                before.id(),
                before.model(),
                before.key(),
                newer ? added.version() : before.version(),
                before.committedAt().isBefore(added.committedAt()) ? before.committedAt() : added.committedAt(),
                before.createdAt(),
                generation,
                before.state(),
                parts);
    }

    private static Part inPass(Part part, long pass) {
        return new Part(part.copy(), pass, part.cursor(), part.ended(), part.applied(), part.expected());
    }

    @Override
    public List<Task> page(long after, int limit) {
        return cell.read(data -> StateCell.page(data.tasks, after, limit, task -> true));
    }

    @Override
    public Optional<Task> find(long id) {
        return cell.read(data -> Optional.ofNullable(data.tasks.get(id)));
    }

    @Override
    public boolean advance(long task, Part part) {
        return change("tasks.advance", task, now -> {
            boolean goesOn = now.parts().stream()
                    .anyMatch(known -> known.copy().equals(part.copy()) && known.pass() <= part.pass());
            return goesOn ? Optional.of(with(now, part)) : Optional.empty();
        });
    }

    private static Task with(Task task, Part part) {
        List<Part> parts = task.parts().stream()
                .map(known -> known.copy().equals(part.copy()) ? part : known)
                .toList();
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

    @Override
    public boolean setState(long task, State state) {
        return change(
                "tasks.state",
                task,
                now -> Optional.of(new Task(
                        now.id(),
                        now.model(),
                        now.key(),
                        now.version(),
                        now.committedAt(),
                        now.createdAt(),
                        now.generation(),
                        state,
                        now.parts())));
    }

    private boolean change(String name, long task, Function<Task, Optional<Task>> change) {
        return cell.change(name, data -> {
            Optional<Task> changed = Optional.ofNullable(data.tasks.get(task)).flatMap(change);
            changed.ifPresent(now -> data.tasks.put(task, now));
            return changed.isPresent();
        });
    }

    @Override
    public boolean remove(Task task) {
        return cell.change("tasks.remove", data -> {
            @Nullable Task now = data.tasks.get(task.id());
            return now != null && now.generation() == task.generation() && remove(data, now);
        });
    }

    @Override
    public boolean cancel(long task) {
        return cell.change("tasks.cancel", data -> {
            @Nullable Task now = data.tasks.get(task);
            return now != null && remove(data, now);
        });
    }

    private static boolean remove(StateData data, Task task) {
        data.taskIds.remove(id(task));
        return data.tasks.remove(task.id()) != null;
    }

    @Override
    public void forget(ModelName model) {
        cell.change("tasks.forget", data -> {
            data.tasks.values().removeIf(task -> task.model().equals(model));
            return data.taskIds.keySet().removeIf(id -> id.model().equals(model));
        });
    }

    @Override
    public Map<ModelName, Counts> counts() {
        return cell.read(data -> {
            Map<ModelName, Counts> counts = new TreeMap<>();
            data.tasks.values().forEach(task -> {
                boolean paused = task.state() == State.PAUSED;
                counts.merge(
                        task.model(),
                        new Counts(paused ? 0 : 1, paused ? 1 : 0),
                        (a, b) -> new Counts(a.running() + b.running(), a.paused() + b.paused()));
            });
            return counts;
        });
    }
}
