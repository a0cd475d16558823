package dev.lockstep.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys whose changes wait outside memory, merged by key: one row per changed source key or copy of a paused or broken
 * model. When the model goes on, these keys are checked.
 */
public interface WaitingKeyStore {
    /** Adds keys; a key that already waits keeps its oldest time. */
    void add(List<WaitingKey> keys);

    /** Keys of a model by id, after {@code after}. */
    List<WaitingKey> page(ModelName model, long after, int limit);

    /** Removes keys that have been checked; a key that was added again since it was read stays. */
    void remove(List<WaitingKey> keys);

    /** How many keys wait, per model. */
    Map<ModelName, Long> counts();

    /**
     * A key that waits.
     *
     * @param id 0 when added
     * @param copy set when one copy waits for its check, {@code null} when a source key waits
     * @param key canonical text of the source key, or of the copy's record key
     * @param generation counts how often it was added
     * @param oldestCommit commit time of its oldest change
     */
    record WaitingKey(
            long id, ModelName model, @Nullable CopyName copy, String key, long generation, Instant oldestCommit) {}
}
