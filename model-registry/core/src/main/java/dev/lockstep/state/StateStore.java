package dev.lockstep.state;

import java.time.Instant;

/**
 * What survives a crash of Lockstep itself. A call returns after its transaction is committed durably; it blocks, is
 * safe for many threads, and throws {@link StateException} when the store cannot be reached, in which case nothing was
 * changed.
 */
public interface StateStore {
    /** Registered models, their revisions and epochs, and the audit. */
    ModelStore models();

    /** Positions in streams. */
    CheckpointStore checkpoints();

    /** Who owns what, by the state store's clock. */
    LeaseStore leases();

    /** Copies that could not be written. */
    DeadLetterStore deadLetters();

    /** Times that the streams do not cover. */
    GapStore gaps();

    /** Copies that are, or were, wrong. */
    FindingStore findings();

    /** Keys that wait because their model is paused. */
    WaitingKeyStore waitingKeys();

    /** Deletes of sources that wait until they are due. */
    DeleteStore deletes();

    /** Fan-outs that are too large to be written in one go. */
    TaskStore tasks();

    /** Runs of the repair job, and of fills and full checks. */
    RunStore runs();

    /** The parts of repair runs. */
    SegmentStore segments();

    /**
     * Forgets what is over: findings and dead letters closed 30 days ago, runs ended 90 days ago, gaps closed and audit
     * written two years ago. Open ones and revisions are kept for ever. Called daily; idempotent. A store that does not
     * outlive its process has no need to.
     *
     * @return how many rows were removed
     */
    default int prune(Instant now) {
        return 0;
    }
}
