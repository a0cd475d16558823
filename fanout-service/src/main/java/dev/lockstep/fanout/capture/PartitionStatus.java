package dev.lockstep.fanout.capture;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeSource.Subscription;
import java.time.Instant;
import java.util.Optional;

/**
 * How a partition is doing, for everyone else.
 *
 * @param state what it does
 * @param detail for people
 * @param covered what is read and has a checkpoint, so that a fill may begin; empty while not
 * @param oldestWaiting commit time of the oldest change that is not durable
 * @param durableUpTo the store's time up to which everything is durable
 */
public record PartitionStatus(
        State state,
        String detail,
        Optional<Covered> covered,
        Optional<Instant> oldestWaiting,
        Optional<Instant> durableUpTo,
        Optional<ResumePoint> checkpoint) {
    /**
     * What is read and has a checkpoint.
     *
     * @param since when that began
     */
    public record Covered(Subscription subscription, Instant since) {
        /** This, since it began, or the other subscription from now on. */
        Covered goOn(Subscription now, Instant at) {
            return now.equals(subscription) ? this : new Covered(now, at);
        }
    }

    /** What a partition does. */
    public enum State {
        STARTING,
        RUNNING,
        BACKPRESSURE,
        STANDBY,
        RETRYING,
        AUTH_FAILED,
        STOPPED
    }

    static PartitionStatus starting() {
        return new PartitionStatus(
                State.STARTING, "", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    PartitionStatus with(State next, String why) {
        return new PartitionStatus(next, why, covered, oldestWaiting, durableUpTo, checkpoint);
    }
}
