package dev.lockstep.fanout.observe;

import dev.lockstep.state.TaskStore.Part;
import dev.lockstep.state.TaskStore.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A large fan-out as the API and the page show it.
 *
 * @param sourceKey canonical text
 * @param state RUNNING or PAUSED
 * @param committedAt commit time of the oldest change that is not written everywhere
 * @param written copies written so far
 * @param expected about how many there are; left out while that is not known
 * @param secondsLeft at the speed so far; left out where that says nothing
 * @param newerChanges how many newer changes it has taken in
 */
public record TaskView(
        long id,
        String model,
        String sourceKey,
        String state,
        Instant committedAt,
        Instant createdAt,
        long written,
        @Nullable Long expected,
        @Nullable Long secondsLeft,
        long newerChanges,
        List<CopyProgress> copies) {

    /** How far one copy definition has come. */
    public record CopyProgress(
            String copy, long written, @Nullable Long expected, boolean done) {}

    /** The view of a task at a time. */
    public static TaskView of(Task task, Instant now) {
        long written = task.parts().stream().mapToLong(Part::applied).sum();
        boolean known = task.parts().stream().allMatch(part -> part.expected() > 0);
        long expected = task.parts().stream().mapToLong(Part::expected).sum();
        return new TaskView(
                task.id(),
                task.model().value(),
                task.key(),
                task.state().name(),
                task.committedAt(),
                task.createdAt(),
                written,
                known ? expected : null,
                known && task.generation() == 1 ? left(task, written, expected, now) : null,
                task.generation() - 1,
                task.parts().stream().map(part -> copy(part, task)).toList());
    }

    private static @Nullable Long left(Task task, long written, long expected, Instant now) {
        long seconds = Duration.between(task.createdAt(), now).toSeconds();
        return written == 0 || seconds <= 0 ? null : Math.max(0, expected - written) * seconds / written;
    }

    private static CopyProgress copy(Part part, Task task) {
        return new CopyProgress(
                part.copy().value(),
                part.applied(),
                part.expected() > 0 ? part.expected() : null,
                part.isOver(task.generation()));
    }
}
