package dev.lockstep.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies that could not be written: key and cause, never the payload, because a replay is a check. At most one open
 * letter per (model, copy definition, copy key); at most {@link #PER_SOURCE} per source key, then one summary whose
 * copy key is {@code *}.
 */
public interface DeadLetterStore {
    /** Open letters of one source key before they are summed up in one. */
    int PER_SOURCE = 100;

    /** Adds a letter or counts one more attempt on the open one of the same copy. */
    void add(ModelName model, CopyName copy, String sourceKey, String copyKey, String cause, Instant at);

    /** Open letters by id, after {@code after}, at most {@code limit}; {@code model} empty for all. */
    List<DeadLetter> list(Optional<ModelName> model, long after, int limit);

    /** One letter, open only. */
    Optional<DeadLetter> find(long id);

    /** Closes a letter, with how: {@code replayed}, {@code written} or {@code purged}. False when it was not open. */
    boolean close(long id, String how, Instant at);

    /** Closes the open letters of these copies of a definition; returns how many. Called after a successful write. */
    int closeWritten(ModelName model, CopyName copy, String sourceKey, Instant at);

    /** Number of open letters per model and copy, {@code model.copy} to count. */
    Map<String, Long> countOpen();

    /**
     * An open dead letter.
     *
     * @param sourceKey canonical text
     * @param copyKey canonical text of the record's key, or {@code *} for the whole key
     * @param attempts how often it failed
     */
    record DeadLetter(
            long id,
            ModelName model,
            CopyName copy,
            String sourceKey,
            String copyKey,
            String cause,
            int attempts,
            Instant firstAt,
            Instant lastAt) {}
}
