package dev.lockstep.state;

import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Registered models. Every change of a definition is a new revision with author, time, reason and diff, kept for ever.
 */
public interface ModelStore {
    /** All models that are not deleted, by name. */
    List<StoredModel> all();

    /** One model, deleted or not. */
    Optional<StoredModel> find(ModelName name);

    /**
     * Stores a revision, raises the epoch if asked, sets the state and writes the audit, in one transaction.
     *
     * @param expectedRevision the active revision this one replaces, 0 for a new (or deleted) model
     * @return the stored model, or empty when the active revision is another one: somebody was faster
     */
    Optional<StoredModel> save(
            ModelName name, int expectedRevision, Revision revision, boolean raiseEpoch, ModelState state);

    /** Sets the state with a reason for people; {@code null} when there is none. Unknown models are ignored. */
    void setState(ModelName name, ModelState state, @Nullable String reason);

    /**
     * Sets the state of a model that is still in this revision and state, and clears the reason: what ends by itself
     * must not undo what somebody has asked for meanwhile.
     *
     * @return false when the model was revised or its state changed; nothing was changed then
     */
    boolean changeState(ModelName name, int revision, ModelState from, ModelState to);

    /** Allocates the next epoch of a model (rule R6), durably before it returns, with its reason in the audit. */
    Epoch raiseEpoch(ModelName name, String reason);

    /** Marks a model deleted, with audit. False when it did not exist or the revision is another one. */
    boolean delete(ModelName name, int expectedRevision, String author, @Nullable String reason);

    /** True while no copy of any model may be written. */
    boolean writesPaused();

    /** Stops the writes of all models at once, or lets them go on; the states of the models stay as they are. */
    void pauseWrites(boolean paused);

    /** All revisions of a model, oldest first. */
    List<Revision> revisions(ModelName name);

    /** Appends to the audit. */
    void audit(AuditEntry entry);

    /**
     * The audit, newest first, entries with an id below {@code before} only (0 = from the newest), at most
     * {@code limit}.
     */
    List<AuditEntry> audits(long before, int limit);

    /**
     * A model as stored.
     *
     * @param definition the model file's canonical JSON
     * @param stateReason why it is in this state, for people
     */
    record StoredModel(
            ModelName name,
            int revision,
            String definition,
            Epoch epoch,
            ModelState state,
            @Nullable String stateReason,
            Instant updatedAt) {}

    /**
     * One revision of a definition.
     *
     * @param number counted from 1; ignored when saved
     * @param definition canonical JSON
     * @param diff what changed against the revision before, one line per attribute
     */
    record Revision(
            int number,
            String definition,
            String author,
            Instant at,
            @Nullable String reason,
            String diff) {}

    /**
     * Who did what.
     *
     * @param id ascending; ignored when written
     * @param subject what it was done to, such as {@code model order-customer}
     */
    record AuditEntry(
            long id,
            Instant at,
            String author,
            String action,
            String subject,
            @Nullable String detail) {}
}
