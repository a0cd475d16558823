package dev.lockstep.fanout.capture;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.CollectionLost;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.fanout.checkpoint.Tracker;
import dev.lockstep.fanout.route.Router.Routing;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.StateException;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one partition: takes its lease, opens it at the checkpoint, polls, routes, and stores the checkpoint when
 * changes have become durable (rule R2). A store or state store that fails closes the stream, which opens again at the
 * checkpoint or at the last routed point; everything between may be routed twice, which does no harm (rule R1). Driven
 * by one thread.
 */
final class CaptureLoop implements Step {
    private static final Logger log = LoggerFactory.getLogger(CaptureLoop.class);

    private final Partition partition;
    private final CaptureParts parts;
    private final Opening opening;
    private @Nullable Session session;
    private Instant notBefore = Instant.MIN;
    private int failures;
    private volatile boolean stopping;
    private volatile PartitionStatus status = PartitionStatus.starting();

    CaptureLoop(Partition partition, CaptureParts parts) {
        this.partition = partition;
        this.parts = parts;
        this.opening = new Opening(partition, parts);
    }

    Partition partition() {
        return partition;
    }

    PartitionStatus status() {
        return status;
    }

    /** From now on nothing is read; checkpoints go on until the loop is {@link #close closed}. */
    void stopReading() {
        stopping = true;
    }

    @Override
    public Outcome step() {
        if (parts.clock().instant().isBefore(notBefore)) {
            return Outcome.IDLE;
        }
        try {
            Outcome outcome = once();
            failures = 0;
            return outcome;
        } catch (StoreException e) {
            failed(e, e.kind() == StoreException.Kind.AUTH_FAILED);
        } catch (StateException e) {
            failed(e, false);
        } catch (RuntimeException | Error e) {
            // a batch may be half routed: only a stream that opens again at the checkpoint brings the rest of it
            drop(PartitionStatus.State.RETRYING, String.valueOf(e.getMessage()));
            throw e;
        }
        return Outcome.WORKED;
    }

    private Outcome once() {
        Subscription wanted = Subscriptions.of(parts.models().current(), partition.store());
        Session open = session;
        if (open == null) {
            return !stopping && !wanted.collections().isEmpty() && open(wanted) ? Outcome.WORKED : Outcome.IDLE;
        }
        if (!keepLease(open)) {
            return Outcome.WORKED;
        }
        if (!stopping && !wanted.equals(open.subscription())) {
            widen(open, wanted);
            return Outcome.WORKED;
        }
        boolean read = !stopping && read(open);
        boolean saved = checkpoint(open);
        return read || saved ? Outcome.WORKED : Outcome.IDLE;
    }

    private boolean open(Subscription wanted) {
        Opening.Result result = opening.open(wanted);
        if (result instanceof Opening.Held held) {
            status = status.with(
                    PartitionStatus.State.STANDBY, "owned by " + held.owner() + "; taken over when it stops");
            return false;
        }
        session = ((Opening.Opened) result).session();
        status = status.with(PartitionStatus.State.RUNNING, "");
        return true;
    }

    private boolean keepLease(Session open) {
        Instant now = parts.clock().instant();
        Duration third = parts.limits().lease().dividedBy(3);
        if (now.isBefore(open.renewedAt().plus(third))) {
            return true;
        }
        if (parts.state().leases().renew(open.lease(), parts.limits().lease())) {
            open.renewed(now);
            return true;
        }
        String owner = parts.state().leases().owner(partition.leaseName()).orElse("nobody any more");
        log.warn(
                "Lost the lease of {} of store {}: it is owned by {}. This instance waits until it is free.",
                partition.name(),
                partition.store(),
                owner);
        drop(PartitionStatus.State.STANDBY, "the lease was lost; owned by " + owner);
        return false;
    }

    private void widen(Session open, Subscription wanted) {
        ResumePoint point = open.captured();
        if (wanted.collections().isEmpty() || point == null) {
            drop(PartitionStatus.State.STARTING, "");
            return;
        }
        open.goOn(wanted, opening.goOn(wanted, point));
        status = new PartitionStatus(
                PartitionStatus.State.RUNNING,
                "",
                Optional.empty(),
                status.oldestWaiting(),
                status.durableUpTo(),
                status.checkpoint());
    }

    /** The models are taken after the poll: a fill of a newer revision then reads no earlier than what was polled. */
    private boolean read(Session open) {
        if (parts.destinations().size() >= parts.limits().inMemory()) {
            status = status.with(
                    PartitionStatus.State.BACKPRESSURE,
                    "as many changes wait as may be held in memory; nothing is lost");
            return false;
        }
        if (parts.destinations().spill().isFull()) {
            status = status.with(
                    PartitionStatus.State.BACKPRESSURE,
                    "as much waits in the state store as lockstep.tasks.max allows; nothing is lost");
            return false;
        }
        ChangeStream.Batch batch =
                open.stream().poll(parts.limits().batch(), parts.limits().pollWait());
        Routing routing = new Routing(parts.models().current(), open.tracker(), new ArrayList<>(), new ArrayList<>());
        for (Captured captured : batch.changes()) {
            if (captured instanceof Change change) {
                parts.router().route(change, routing);
            } else if (captured instanceof CollectionLost gone) {
                collectionLost(gone);
            }
        }
        if (!routing.waiting().isEmpty()) {
            parts.destinations().waiting().add(routing.waiting());
        }
        parts.destinations().deletes().add(routing.deletes());
        open.tracker().endOfBatch(batch.resumeAfter(), batch.upTo());
        open.captured(batch.resumeAfter());
        if (status.state() != PartitionStatus.State.RUNNING) {
            status = status.with(PartitionStatus.State.RUNNING, "");
        }
        return !batch.changes().isEmpty();
    }

    private void collectionLost(CollectionLost gone) {
        for (ActiveModel active : parts.models().current().models()) {
            boolean isSource = active.model().source().at().equals(gone.collection());
            boolean isCopy =
                    active.model().copies().stream().anyMatch(copy -> copy.at().equals(gone.collection()));
            if (isSource || isCopy) {
                parts.models().setState(active.name(), ModelState.BROKEN, gone.reason());
            }
        }
    }

    /** Stores the newest durable point, then acknowledges it; false when there was nothing to store. */
    private boolean checkpoint(Session open) {
        Instant now = parts.clock().instant();
        Optional<Tracker.Mark> durable = open.tracker().durable();
        status = new PartitionStatus(
                status.state(),
                status.detail(),
                status.covered(),
                open.tracker().oldestWaiting(),
                status.durableUpTo(),
                status.checkpoint());
        if (durable.isEmpty()
                || (durable.get().point().equals(open.saved())
                        && status.covered().isPresent())
                || (!stopping && now.isBefore(open.savedAt().plus(parts.limits().checkpointEvery())))) {
            return false;
        }
        Tracker.Mark mark = durable.get();
        Checkpoint checkpoint = new Checkpoint(
                partition.store(),
                partition.name(),
                mark.point(),
                open.stream().identity(),
                mark.upTo().orElse(null),
                now);
        if (!parts.state().checkpoints().save(checkpoint, open.lease())) {
            drop(PartitionStatus.State.STANDBY, "the lease was lost");
            return true;
        }
        open.stream().acknowledge(mark.point());
        open.saved(mark.point(), now);
        status = new PartitionStatus(
                status.state(),
                status.detail(),
                Optional.of(status.covered()
                        .map(covered -> covered.goOn(open.subscription(), now))
                        .orElseGet(() -> new PartitionStatus.Covered(open.subscription(), now))),
                open.tracker().oldestWaiting(),
                mark.upTo(),
                Optional.of(mark.point()));
        return true;
    }

    /** A poll that is interrupted by the end of the service is no failure: what was read is still to be stored. */
    private void failed(RuntimeException e, boolean credentials) {
        if (stopping) {
            return;
        }
        failures++;
        Duration wait = parts.backoff().after(failures);
        notBefore = parts.clock().instant().plus(wait);
        if (failures == 1) {
            log.warn(
                    "Could not read {} of store {}: {}. It goes on where it was as soon as this passes.",
                    partition.name(),
                    partition.store(),
                    e.getMessage());
        }
        drop(
                credentials ? PartitionStatus.State.AUTH_FAILED : PartitionStatus.State.RETRYING,
                String.valueOf(e.getMessage()));
    }

    private void drop(PartitionStatus.State next, String why) {
        Session open = session;
        if (open != null) {
            open.closeStream();
        }
        session = null;
        status = new PartitionStatus(
                next, why, Optional.empty(), status.oldestWaiting(), status.durableUpTo(), status.checkpoint());
    }

    /**
     * Stores what is durable and gives the lease back. Called by the thread that stops the pipeline, after the loop's
     * ended.
     */
    void close() {
        stopping = true;
        Session open = session;
        if (open != null) {
            attempt("store the last checkpoint", "The next start repeats some changes.", () -> checkpoint(open));
        }
        attempt("give back the lease", "It runs out by itself.", opening::giveBack);
        drop(PartitionStatus.State.STOPPED, "");
    }

    private void attempt(String what, String otherwise, Runnable act) {
        try {
            act.run();
        } catch (StateException | StoreException e) {
            log.warn(
                    "Could not {} of {} of store {}: {}. {}",
                    what,
                    partition.name(),
                    partition.store(),
                    e.getMessage(),
                    otherwise);
        }
    }
}
