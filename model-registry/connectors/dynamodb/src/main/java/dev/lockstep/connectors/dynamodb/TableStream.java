package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.Captured;
import dev.lockstep.change.CollectionLost;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The stream of one table. */
final class TableStream implements ChangeStream {
    private static final Duration LOOK_AT_TABLE = Duration.ofSeconds(10);
    private static final Duration LOOK_FOR_CHILDREN = Duration.ofSeconds(1);

    /** Creation times of records are rounded to the second. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    private final Client client;
    private final RecordChanges changes;
    private final ShardReader reader;
    private final Shards shards;
    private long looksAtTable = System.nanoTime() + LOOK_AT_TABLE.toNanos();
    private long looksForChildren = System.nanoTime();
    private boolean gone;

    TableStream(Client client, RecordChanges changes, ShardReader reader, Shards shards) {
        this.client = client;
        this.changes = changes;
        this.reader = reader;
        this.shards = shards;
    }

    @Override
    public String identity() {
        return shards.arn();
    }

    @Override
    public Batch poll(int most, Duration wait) {
        long end = System.nanoTime() + wait.toNanos();
        while (true) {
            List<Captured> taken = new ArrayList<>();
            boolean moved = take(most, taken);
            if (moved) {
                return batch(taken, Optional.empty());
            }
            Optional<CollectionLost> lost = gone ? Optional.empty() : refill(most);
            if (lost.isPresent()) {
                gone = true;
                return batch(List.of(lost.get()), Optional.empty());
            }
            if (reader.buffer().isEmpty()) {
                long now = System.nanoTime();
                if (end - now <= 0) {
                    return batch(
                            List.of(), gone ? Optional.empty() : reader.upTo().map(time -> time.minus(ROUNDING)));
                }
                pause(Math.min(end - now, untilDue(now)));
            }
        }
    }

    private Batch batch(List<Captured> taken, Optional<Instant> upTo) {
        ResumePoint point = reader.token().toPoint();
        return new Batch(taken, point, upTo);
    }

    /** Takes what was read; false when there was nothing. */
    private boolean take(int most, List<Captured> taken) {
        boolean moved = false;
        while (taken.size() < most && !reader.buffer().isEmpty()) {
            ShardReader.Read read = reader.buffer().removeFirst();
            reader.taken(read);
            moved = true;
            if (read.record() != null) {
                changes.of(read.record()).ifPresent(taken::add);
            }
        }
        return moved;
    }

    private Optional<CollectionLost> refill(int most) {
        try {
            goOnWithChildren();
            reader.read(most);
            if (reader.buffer().isEmpty() && looksAtTable - System.nanoTime() <= 0) {
                looksAtTable = System.nanoTime() + LOOK_AT_TABLE.toNanos();
                refuseAnotherStream();
            }
            return Optional.empty();
        } catch (StoreException failure) {
            if (failure.kind() == Kind.ACCESS_PATH_LOST) {
                return lost();
            }
            throw failure;
        }
    }

    /** A stream that is not there any more: its table was deleted, or it was turned off more than a day ago. */
    private Optional<CollectionLost> lost() {
        try {
            refuseAnotherStream();
            return Optional.empty();
        } catch (StoreException failure) {
            if (failure.kind() == Kind.ACCESS_PATH_LOST) {
                return Optional.of(new CollectionLost(changes.at(), "the table " + reader.table() + " was deleted"));
            }
            throw failure;
        }
    }

    private void goOnWithChildren() {
        List<String> ended = reader.ended();
        if (ended.isEmpty() || looksForChildren - System.nanoTime() > 0) {
            return;
        }
        Shards.Listing listing = shards.list();
        for (String shard : ended) {
            if (!listing.childrenOf(shard).isEmpty()) {
                reader.replace(shard, listing.childrenOf(shard));
            }
        }
        if (!reader.ended().isEmpty()) {
            looksForChildren = System.nanoTime() + LOOK_FOR_CHILDREN.toNanos();
            if (!listing.enabled()) {
                refuseAnotherStream();
            }
        }
    }

    /**
     * Throws HISTORY_LOST when the table has another stream, TRANSIENT when it has none, ACCESS_PATH_LOST when gone.
     */
    private void refuseAnotherStream() {
        Table now = client.describe(reader.table());
        if (now.view() == null) {
            throw new StoreException(
                    Kind.TRANSIENT,
                    "Could not read the changes of " + reader.table() + ": its stream was turned off. "
                            + Commands.enableStream(reader.table()),
                    null);
        }
        if (!shards.arn().equals(now.streamArn())) {
            throw new StoreException(
                    Kind.HISTORY_LOST,
                    "Could not go on with the changes of " + reader.table()
                            + ": its stream was made anew. The changes in"
                            + " between are not served any more: the copies must be checked.",
                    null);
        }
    }

    private long untilDue(long now) {
        long due = reader.nextDue().map(next -> next - now).orElse(LOOK_FOR_CHILDREN.toNanos());
        return Math.max(due, Duration.ofMillis(1).toNanos());
    }

    private static void pause(long nanos) {
        LockSupport.parkNanos(nanos);
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(null);
        }
    }

    private static StoreException interrupted(@Nullable Throwable cause) {
        return new StoreException(
                Kind.TRANSIENT,
                "Could not wait for changes: the thread was interrupted. The call is made again.",
                cause);
    }

    /** A stream keeps no position for its readers. */
    @Override
    public void acknowledge(ResumePoint point) {}

    @Override
    public void close() {}
}
