package dev.lockstep.fanout.explore;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.StateStore;
import dev.lockstep.state.TaskStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Mutants of large fan-outs: a task is as good as its writes for the checkpoint (rule R2), and ends at the right time.
 */
final class TaskMutants {
    private TaskMutants() {}

    static void add() {
        Mutants.mutant(
                "R2 a task is durable before its change is done",
                "it is stored at the next look for tasks",
                tasks(Late::new),
                "large, crash");
        Mutants.mutant(
                "R2 a task that was added again stays",
                "what is over is removed whatever came since",
                tasks(tasks -> new Passed(tasks) {
                    @Override
                    public boolean remove(Task task) {
                        return super.cancel(task.id());
                    }
                }),
                "large, in short");
        Mutants.mutant(
                "R2 a newer change makes another pass necessary",
                "the end of a pass is the end of the task",
                tasks(tasks -> new Passed(tasks) {
                    @Override
                    public Optional<Task> find(long id) {
                        return super.find(id).map(TaskMutants::inItsLastPass);
                    }
                }),
                "large, in short");
        Mutants.mutant(
                "R2 a newer change takes its version into the task",
                "the task keeps its own",
                tasks(tasks -> new Passed(tasks) {
                    @Override
                    public void add(Task task) {
                        boolean known = page(0, 10).stream()
                                .anyMatch(other -> other.key().equals(task.key()));
                        if (!known) {
                            super.add(task);
                        }
                    }
                }),
                "large, in short");
        Mutants.mutant(
                "R10 a task reads its source not older than its change",
                "it is one change old",
                parts -> {
                    parts.stale = Mutants::oneChangeOld;
                    return parts;
                },
                "large");
    }

    private static TaskStore.Task inItsLastPass(TaskStore.Task task) {
        return new TaskStore.Task(
                task.id(),
                task.model(),
                task.key(),
                task.version(),
                task.committedAt(),
                task.createdAt(),
                task.generation(),
                task.state(),
                task.parts().stream()
                        .map(part -> new TaskStore.Part(
                                part.copy(),
                                task.generation(),
                                part.cursor(),
                                part.ended(),
                                part.applied(),
                                part.expected()))
                        .toList());
    }

    private static UnaryOperator<Parts> tasks(UnaryOperator<TaskStore> change) {
        return parts -> {
            parts.state = state -> with(state, parts.remember(change.apply(state.tasks())));
            return parts;
        };
    }

    private static StateStore with(StateStore state, TaskStore tasks) {
        return (StateStore) Proxy.newProxyInstance(
                TaskMutants.class.getClassLoader(), new Class<?>[] {StateStore.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("tasks") ? tasks : method.invoke(state, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Keeps tasks in memory until somebody looks for some. */
    private static final class Late extends Passed {
        private final List<Task> kept = new ArrayList<>();

        Late(TaskStore tasks) {
            super(tasks);
        }

        @Override
        public void add(Task task) {
            kept.add(task);
        }

        @Override
        public List<Task> page(long after, int limit) {
            kept.forEach(super::add);
            kept.clear();
            return super.page(after, limit);
        }
    }

    /** Tasks that pass everything on. */
    private static class Passed implements TaskStore {
        private final TaskStore tasks;

        Passed(TaskStore tasks) {
            this.tasks = tasks;
        }

        @Override
        public void add(Task task) {
            tasks.add(task);
        }

        @Override
        public List<Task> page(long after, int limit) {
            return tasks.page(after, limit);
        }

        @Override
        public Optional<Task> find(long id) {
            return tasks.find(id);
        }

        @Override
        public boolean advance(long task, Part part) {
            return tasks.advance(task, part);
        }

        @Override
        public boolean remove(Task task) {
            return tasks.remove(task);
        }

        @Override
        public boolean setState(long task, State state) {
            return tasks.setState(task, state);
        }

        @Override
        public boolean cancel(long task) {
            return tasks.cancel(task);
        }

        @Override
        public void forget(ModelName model) {
            tasks.forget(model);
        }

        @Override
        public Map<ModelName, Counts> counts() {
            return tasks.counts();
        }
    }
}
