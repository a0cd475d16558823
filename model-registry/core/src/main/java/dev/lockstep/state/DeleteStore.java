package dev.lockstep.state;

import dev.lockstep.change.Version;
import dev.lockstep.registry.ModelName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Deletes of sources that wait until they are due (rule R8): one row per model and source key. How many copies a
 * model's deletes may change in a time is kept here too, so that it survives a crash.
 */
public interface DeleteStore {
    /**
     * Adds deletes. A key that already waits keeps its row and its state, with the newer version and the later due
     * time, and counts a generation.
     */
    void add(List<PendingDelete> deletes);

    /** Deletes of a model that may be carried out at {@code now}, oldest due time first. */
    List<PendingDelete> due(ModelName model, Instant now, int limit);

    /** Removes a delete that has been carried out; false when it was added again since it was read, and stays. */
    boolean remove(PendingDelete delete);

    /**
     * Takes so many copies from the budget of a model, in one conditional statement: at most {@code most} within a
     * window, which begins with the first that are taken after the last one has ended.
     *
     * @return false when that would be more than the budget has; then nothing is taken
     */
    boolean spend(ModelName model, Instant now, Duration window, long copies, long most);

    /** Holds all waiting deletes of a model until they are released; returns how many. */
    int hold(ModelName model);

    /** Releases what is held: it is carried out without regard to the budget. Returns how many. */
    int release(ModelName model);

    /** Removes all deletes of a model. */
    void forget(ModelName model);

    /** How many wait and are held, per model that has any. */
    Map<ModelName, Counts> counts();

    /** Whether a delete may be carried out. */
    enum State {
        WAITING,
        HELD,
        RELEASED
    }

    /** Deletes that wait, released ones included, and those that are held. */
    record Counts(long waiting, long held) {}

    /**
     * A delete that waits.
     *
     * @param id 0 when added
     * @param key canonical text of the source key
     * @param version the delete's position
     * @param committedAt when the source was deleted
     * @param due not carried out before, by the clock of the process that added it
     * @param generation counts how often it was added
     */
    record PendingDelete(
            long id,
            ModelName model,
            String key,
            Version version,
            Instant committedAt,
            Instant due,
            State state,
            long generation) {}
}
