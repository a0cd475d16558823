package dev.lockstep.testkit.memory;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeSource.Interest;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.FieldPath;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the log of a store from a position on. */
final class MemoryChangeStream implements ChangeStream {
    private final InMemoryConnector connector;
    private final MemoryStore store;
    private final int partition;
    private final Subscription subscription;
    private final FieldPath labels;
    private final int generation;
    private final String identity;
    private long delivered;
    private boolean closed;

    MemoryChangeStream(InMemoryConnector connector, int partition, Subscription subscription, long delivered) {
        this.connector = connector;
        this.store = connector.store();
        this.partition = partition;
        this.subscription = subscription;
        this.labels = FieldPath.of(connector.settings().labelPrefix());
        this.generation = store.log.generation();
        this.identity = store.identity();
        this.delivered = delivered;
    }

    static StoreException historyLost() {
        return new StoreException(
                StoreException.Kind.HISTORY_LOST,
                "Could not go on with the stream: the changes after the resume point are no longer kept.",
                null);
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Batch poll(int most, Duration wait) {
        return connector.run(Operation.POLL, () -> {
            long left = wait.toNanos();
            Batch batch = next(most);
            while (batch.changes().isEmpty() && left > 0) {
                left = await(left);
                batch = next(most);
            }
            return batch;
        });
    }

    private long await(long nanos) {
        try {
            return store.changed.awaitNanos(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    StoreException.Kind.TRANSIENT, "Could not wait for changes: the thread was interrupted.", e);
        }
    }

    private Batch next(int most) {
        connector.requireOpen();
        ChangeLog log = store.log;
        if (closed) {
            throw new StoreException(
                    StoreException.Kind.TRANSIENT, "Could not read the stream: it is closed. Open it again.", null);
        }
        if (generation != log.generation() || delivered < log.oldest() - 1) {
            throw historyLost();
        }
        List<Captured> changes = new ArrayList<>();
        Instant upTo = null;
        long newest = log.newest();
        while (delivered < newest && changes.size() < most) {
            ChangeLog.Entry entry = log.at(++delivered);
            upTo = entry.at();
            if (isWanted(entry)) {
                changes.add(entry.delivered());
            }
        }
        return new Batch(
                changes,
                new MemoryChangeSource.ResumeToken(generation, delivered).point(),
                Optional.ofNullable(delivered == newest ? store.now() : upTo));
    }

    private boolean isWanted(ChangeLog.Entry entry) {
        Interest interest = subscription.collections().get(entry.collection().collection());
        if (interest == null || (entry.partition() >= 0 && entry.partition() != partition)) {
            return false;
        }
        return !(entry.delivered() instanceof Change change)
                || change.mayTouch(interest.paths())
                || (interest.labels()
                        && change.touched().isPresent()
                        && change.touched().get().overlaps(labels));
    }

    @Override
    public void acknowledge(ResumePoint point) {
        connector.run(Operation.ACKNOWLEDGE, () -> point);
    }

    @Override
    public void close() {
        store.locked(() -> closed = true);
    }
}
