package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The bounded log of all changes, and the cluster clock that orders them. Events are read by their sequence number, so
 * a reader never scans what it has seen. Appends come in the order of the writes (the caller holds the server's lock);
 * readers wait here without holding it.
 */
final class ChangeLog {
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    private final Clock clock;
    private final LoggedEvent[] ring;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition appended = lock.newCondition();
    private long first;
    private long next;
    private BsonTimestamp latest;
    private ResumeToken lastForgotten;
    private boolean closed;

    ChangeLog(Clock clock, int limit) {
        this.clock = clock;
        this.ring = new LoggedEvent[limit];
        // a second ahead: a server that ended on this address within this second gave out no such time
        this.latest = new BsonTimestamp(clock.instant().plusSeconds(1), 1);
        this.lastForgotten = ResumeToken.highWaterMark(new BsonTimestamp(latest.getValue() - 1));
    }

    /** Appends the events of one write, or of one transaction, in which case they share one cluster time. */
    void append(List<ChangeEvent> changes, @Nullable TransactionId transaction) {
        lock.lock();
        try {
            tick();
            Instant wall = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            for (int i = 0; i < changes.size(); i++) {
                put(new LoggedEvent(latest, i, wall, transaction, changes.get(i)));
            }
            appended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The time of the newest change; moves on by itself every ten seconds, as a real server's no-op writes do. */
    BsonTimestamp latest() {
        lock.lock();
        try {
            if (clock.instant().getEpochSecond() - latest.getTime() >= HEARTBEAT.toSeconds()) {
                tick();
            }
            return latest;
        } finally {
            lock.unlock();
        }
    }

    /** The sequence number of the next event to come. */
    long end() {
        lock.lock();
        try {
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The first event after the token. Fails with 286 if an event in between is forgotten, or may have been before this
     * log began; 280 for an unknown event.
     */
    long positionAfter(ResumeToken token) {
        lock.lock();
        try {
            if (ResumeToken.ORDER.compare(token, lastForgotten) < 0) {
                throw ServerErrors.historyLost();
            }
            long position = firstNotBefore(token.time(), token.event() ? token.operationIndex() : Long.MAX_VALUE);
            if (!token.event()) {
                return position;
            }
            if (position < next && ResumeToken.ORDER.compare(at(position).token(), token) == 0) {
                return position + 1;
            }
            if (ResumeToken.ORDER.compare(token, lastForgotten) == 0) {
                return position;
            }
            throw ServerErrors.resumeTokenNotFound();
        } finally {
            lock.unlock();
        }
    }

    /** The first event at or after a time. Fails with 286 if one of them is forgotten. */
    long positionFrom(BsonTimestamp time) {
        lock.lock();
        try {
            if (time.compareTo(lastForgotten.time()) <= 0) {
                throw ServerErrors.historyLost();
            }
            return firstNotBefore(time, 0);
        } finally {
            lock.unlock();
        }
    }

    /** At most {@code max} events from a position on, and where to go on. Fails with 286 if they are forgotten. */
    Slice read(long position, int max) {
        lock.lock();
        try {
            if (position < first) {
                throw ServerErrors.historyLost();
            }
            long to = Math.min(next, position + max);
            List<LoggedEvent> events = new ArrayList<>((int) (to - position));
            for (long i = position; i < to; i++) {
                events.add(at(i));
            }
            BsonTimestamp seen =
                    to == next || events.isEmpty() ? latest() : at(to - 1).time();
            return new Slice(events, to, to == next, seen);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is an event at the position; false if the time is over or the log is closed before that. */
    boolean await(long position, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (next <= position && !closed && left > 0) {
                left = appended.awaitNanos(left);
            }
            return next > position && !closed;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    void forget() {
        lock.lock();
        try {
            while (first < next) {
                drop();
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            appended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void tick() {
        long second = clock.instant().getEpochSecond();
        latest = second > latest.getTime()
                ? new BsonTimestamp(Instant.ofEpochSecond(second), 1)
                : new BsonTimestamp(latest.getValue() + 1);
    }

    private void put(LoggedEvent event) {
        if (next - first == ring.length) {
            drop();
        }
        ring[slot(next)] = event;
        next++;
    }

    @SuppressWarnings("NullAway") // slots outside first..next are empty
    private void drop() {
        lastForgotten = at(first).token();
        ring[slot(first)] = null;
        first++;
    }

    private long firstNotBefore(BsonTimestamp time, long operationIndex) {
        long low = first;
        long high = next;
        while (low < high) {
            long middle = (low + high) >>> 1;
            LoggedEvent event = at(middle);
            int order = event.time().compareTo(time);
            if (order < 0 || (order == 0 && event.operationIndex() < operationIndex)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private LoggedEvent at(long position) {
        return ring[slot(position)];
    }

    private int slot(long position) {
        return (int) (position % ring.length);
    }

    /**
     * A stretch of the log.
     *
     * @param next the position after it
     * @param atEnd whether nothing more was there
     * @param seen all changes up to this time are in the stretch or before it
     */
    record Slice(List<LoggedEvent> events, long next, boolean atEnd, BsonTimestamp seen) {}
}
