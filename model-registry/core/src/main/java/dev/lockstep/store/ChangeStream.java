package dev.lockstep.store;

import dev.lockstep.change.Captured;
import dev.lockstep.change.ResumePoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An open partition; used by one thread at a time. */
public interface ChangeStream extends AutoCloseable {
    /**
     * The stream's identity: when it differs from the one of the last checkpoint, positions before and after do not
     * compare and the epoch is raised (rule R6).
     */
    String identity();

    /**
     * Waits for changes.
     *
     * @param most at most so many changes, at least 1
     * @param wait how long to wait for the first one; zero returns at once
     * @return a batch, perhaps without changes, whose resume point may have moved on all the same
     * @throws StoreException HISTORY_LOST when changes after the last batch are no longer served; after TRANSIENT the
     *     stream must be closed and opened again at the last resume point
     */
    Batch poll(int most, Duration wait);

    /**
     * Tells the store that everything up to here is durable, where it wants to know. Called after the checkpoint only
     * (R2).
     */
    void acknowledge(ResumePoint point);

    @Override
    void close();

    /**
     * What a poll brought.
     *
     * @param changes in stream order
     * @param resumeAfter where to go on after all of them
     * @param upTo the store's time up to which this batch is complete, if it says so; for measuring lag only
     */
    record Batch(List<Captured> changes, ResumePoint resumeAfter, Optional<Instant> upTo) {
        public Batch {
            changes = List.copyOf(changes);
        }
    }
}
