package dev.lockstep.state;

import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.store.Cursor;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fan-outs that are too large to be written in one go: one task per model and source key, with a cursor per copy
 * definition. Its row is as good as its writes for the checkpoint (rule R2). It holds no values: they are read from the
 * source when the task goes on.
 *
 * <p>A copy definition is walked in passes. Everything before the cursor was written, within the pass, under the
 * version that the task had in the generation of the pass or later. A newer change counts a generation, lets the pass
 * go on from its cursor and makes another pass necessary, so that a source that changes all the time leaves none of its
 * copies out. A task is over when the pass of each definition has ended in the task's generation.
 */
public interface TaskStore {
    /**
     * Adds a task, or merges it with that of the same model and key: the newer version, the older commit time, one more
     * generation if the version is newer. Definitions that the task has stay where they are, in their pass; others are
     * added in the present generation.
     *
     * @param task {@code id}, {@code generation}, {@code state} and the passes of its parts are not looked at
     */
    void add(Task task);

    /** Tasks in any state, by id, after {@code after}. */
    List<Task> page(long after, int limit);

    /** One task as it is now. */
    Optional<Task> find(long id);

    /**
     * Stores how far a copy definition has come. Whoever says so has written it, so a cursor may go back, which costs a
     * page; a pass does not.
     *
     * @return false when the definition is in a later pass by now, or gone; then nothing is changed
     */
    boolean advance(long task, Part part);

    /** Removes a task that is over; false when it was added again since it was read, and stays. */
    boolean remove(Task task);

    /** Pauses a task or lets it go on; false when there is none. */
    boolean setState(long task, State state);

    /** Removes a task, whatever has become of it; false when there is none. */
    boolean cancel(long task);

    /** Removes all tasks of a model. */
    void forget(ModelName model);

    /** How many are running and paused, per model that has any. */
    Map<ModelName, Counts> counts();

    /** Whether a task is worked on. */
    enum State {
        RUNNING,
        PAUSED
    }

    /** How many tasks there are. */
    record Counts(long running, long paused) {}

    /**
     * A large fan-out.
     *
     * @param id 0 when added
     * @param key canonical text of the source key
     * @param version the newest change's
     * @param committedAt commit time of the oldest change that is not written everywhere
     * @param createdAt when it was added
     * @param generation counts newer changes, from 1
     * @param parts by copy definition
     */
    record Task(
            long id,
            ModelName model,
            String key,
            Version version,
            Instant committedAt,
            Instant createdAt,
            long generation,
            State state,
            List<Part> parts) {
        public Task {
            parts = List.copyOf(parts);
        }

        /** True when every copy was written under its version or a newer one. */
        public boolean isOver() {
            return parts.stream().allMatch(part -> part.isOver(generation));
        }
    }

    /**
     * How far a copy definition has come.
     *
     * @param pass the generation in which its pass began
     * @param cursor where it goes on, {@code null} for the beginning
     * @param ended true at the end of the pass
     * @param applied copies written by the task, over all passes
     * @param expected about how many copies the key has, 0 when that is not known
     */
    record Part(CopyName copy, long pass, @Nullable Cursor cursor, boolean ended, long applied, long expected) {
        /** True when no other pass is needed. */
        public boolean isOver(long generation) {
            return ended && pass >= generation;
        }
    }
}
