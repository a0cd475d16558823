package dev.lockstep.fanout.checkpoint;

import dev.lockstep.change.ResumePoint;
import java.time.Instant;
import java.util.Optional;

/** Knows which captured changes of one open partition are durable. Safe for many threads. */
public interface Tracker {
    /** A change was captured; the ticket is done when everything that follows from it is durable. */
    Ticket begin(Instant committedAt);

    /** All changes up to this point have been captured. */
    void endOfBatch(ResumePoint point, Optional<Instant> upTo);

    /** The newest point before which every change is durable (contiguous low-water mark), if there is one. */
    Optional<Mark> durable();

    /** Commit time of the oldest change that is not durable. */
    Optional<Instant> oldestWaiting();

    /**
     * A point in the stream.
     *
     * @param upTo the store's time up to which the stream was complete there, if known
     */
    record Mark(ResumePoint point, Optional<Instant> upTo) {}
}
