package dev.lockstep.fanout.capture;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.StateException;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a partition: its lease, then its stream at the checkpoint; at the oldest position still served when the
 * checkpoint's is gone, and from now on when there is none. Whatever may have been missed becomes a gap before the
 * first change is read.
 */
final class Opening {
    private static final Logger log = LoggerFactory.getLogger(Opening.class);

    /** What came of it. */
    sealed interface Result permits Held, Opened {}

    /** Another instance owns the partition. */
    record Held(String owner) implements Result {}

    /** The partition is this instance's. */
    record Opened(Session session) implements Result {}

    private final Partition partition;
    private final CaptureParts parts;
    private final LostPositions lost;
    private @Nullable Lease taken;

    Opening(Partition partition, CaptureParts parts) {
        this.partition = partition;
        this.parts = parts;
        this.lost = new LostPositions(parts.models(), parts.state().gaps(), parts.clock());
    }

    /**
     * Opens the partition. A lease that was taken and not used, because the stream could not be opened, is taken again
     * by the next attempt, or {@link #giveBack given back} or expires.
     */
    Result open(Subscription wanted) {
        Optional<Lease> lease = parts.state()
                .leases()
                .acquire(
                        partition.leaseName(),
                        parts.limits().owner(),
                        parts.limits().lease());
        if (lease.isEmpty()) {
            taken = null;
            return new Held(parts.state().leases().owner(partition.leaseName()).orElse("nobody any more"));
        }
        taken = lease.get();
        Optional<Checkpoint> checkpoint = parts.state().checkpoints().load(partition.store(), partition.name());
        ChangeStream stream = checkpoint.isPresent() ? resume(wanted, checkpoint.get()) : first(wanted);
        Session session = new Session(
                lease.get(),
                parts.trackers().get(),
                wanted,
                stream,
                parts.clock().instant());
        checkpoint.ifPresent(known -> session.captured(known.resumeAfter()));
        log.info(
                "Reading {} of store {}, {}.",
                partition.name(),
                partition.store(),
                checkpoint.isPresent() ? "from its checkpoint" : "from now on, for the first time");
        return new Opened(session);
    }

    /**
     * Gives the last lease back, so that another instance need not wait until it has run out; does nothing when there
     * is none or it was lost. Throws StateException.
     */
    void giveBack() {
        Lease last = taken;
        if (last != null) {
            parts.state().leases().release(last);
        }
    }

    /** The stream once more, for other collections, from where the last one was. */
    ChangeStream goOn(Subscription wanted, ResumePoint point) {
        return source().open(partition.name(), wanted, new ChangeSource.After(point));
    }

    private ChangeSource source() {
        return parts.source().apply(partition.store());
    }

    /** No position is known: the stream is opened first, so that the checks that follow miss nothing. */
    private ChangeStream first(Subscription wanted) {
        ChangeStream stream = source().open(partition.name(), wanted, new ChangeSource.Now());
        return withGap(stream, null, "no stored position: the copies are not known to be right", true);
    }

    private ChangeStream resume(Subscription wanted, Checkpoint checkpoint) {
        try {
            ChangeStream stream = goOn(wanted, checkpoint.resumeAfter());
            if (!stream.identity().equals(checkpoint.identity())) {
                return withGap(
                        stream,
                        checkpoint.committedUpTo(),
                        "the stream is another one: its identity was " + checkpoint.identity() + " and is "
                                + stream.identity(),
                        true);
            }
            return stream;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.HISTORY_LOST) {
                throw e;
            }
            return oldest(wanted, checkpoint, e);
        }
    }

    private ChangeStream oldest(Subscription wanted, Checkpoint checkpoint, StoreException cause) {
        ChangeStream stream = source().open(partition.name(), wanted, new ChangeSource.Oldest());
        boolean another = !stream.identity().equals(checkpoint.identity());
        return withGap(
                stream,
                checkpoint.committedUpTo(),
                "the store no longer has the stored position: " + cause.getMessage(),
                another);
    }

    /** A stream whose gap can't be stored is closed: it is opened again for each attempt. */
    private ChangeStream withGap(ChangeStream stream, @Nullable Instant from, String reason, boolean newEpoch) {
        try {
            lost.lost(partition, from, reason, newEpoch);
            return stream;
        } catch (StateException e) {
            stream.close();
            throw e;
        }
    }
}
