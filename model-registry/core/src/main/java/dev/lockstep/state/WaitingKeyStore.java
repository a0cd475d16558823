package dev.lockstep.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are to be checked and wait outside memory, merged by key: one row per changed source key or copy of a
 * paused or broken model, which is checked when the model goes on; and one per copy that is to be checked a second time
 * when it is due (rule R4).
 */
public interface WaitingKeyStore {
    /**
     * Adds keys; a key that already waits keeps its oldest commit time and is due at the later of both times: a check
     * may come late, never early.
     */
    void add(List<WaitingKey> keys);

    /** Keys of a model that are due until {@code until}, by id, after {@code after}. */
    List<WaitingKey> page(ModelName model, Instant until, long after, int limit);

    /** Removes keys that have been checked; a key that was added again since it was read stays. */
    void remove(List<WaitingKey> keys);

    /** How many keys wait, per model, due or not. */
    Map<ModelName, Long> counts();

    /** How many keys are due until {@code until}, per model. */
    Map<ModelName, Long> due(Instant until);

    /**
     * A key that waits.
     *
     * @param id 0 when added
     * @param copy set when one copy waits for its check, {@code null} when a source key waits
     * @param key canonical text of the source key, or of the copy's record key
     * @param generation counts how often it was added
     * @param oldestCommit commit time of its oldest change
     * @param due not to be checked earlier
     */
    record WaitingKey(
            long id,
            ModelName model,
            @Nullable CopyName copy,
            String key,
            long generation,
            Instant oldestCommit,
            Instant due) {
        /** A key to add, which is due at once. */
        public static WaitingKey of(ModelName model, @Nullable CopyName copy, String key, Instant oldestCommit) {
            return new WaitingKey(0, model, copy, key, 0, oldestCommit, Instant.EPOCH);
        }

        /** The same key, added by both: its oldest commit time, and the later time at which it is due. */
        public WaitingKey and(WaitingKey other) {
            return new WaitingKey(
                    id,
                    model,
                    copy,
                    key,
                    generation,
                    oldestCommit.isBefore(other.oldestCommit) ? oldestCommit : other.oldestCommit,
                    due.isAfter(other.due) ? due : other.due);
        }

        /** The same, due at this time. */
        public WaitingKey dueAt(Instant time) {
            return new WaitingKey(id, model, copy, key, generation, oldestCommit, time);
        }
    }
}
