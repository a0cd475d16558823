package dev.lockstep.fanout.checkpoint;

import dev.lockstep.change.ResumePoint;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tracker of production: numbers the changes, and a batch is durable when no change up to its end is open. */
public final class LowWaterTracker implements Tracker {
    /** A batch's end: its point, after the change of this number. */
    private record End(long last, Mark mark) {}

    private final class Numbered implements Ticket {
        private final long number;

        Numbered(long number) {
            this.number = number;
        }

        @Override
        public void done() {
            close(number);
        }

        @Override
        public boolean covers(Ticket other) {
            return other instanceof Numbered that && that.tracker() == tracker() && number <= that.number;
        }

        private LowWaterTracker tracker() {
            return LowWaterTracker.this;
        }
    }

    private static final int MOST_ENDS = 1_024;

    private final TreeMap<Long, Instant> open = new TreeMap<>();
    private final Deque<End> ends = new ArrayDeque<>();
    private long last;

    @Override
    public synchronized Ticket begin(Instant committedAt) {
        open.put(++last, committedAt);
        return new Numbered(last);
    }

    /** Two ends with no change in between are one: an idle stream does not pile up points. */
    @Override
    public synchronized void endOfBatch(ResumePoint point, Optional<Instant> upTo) {
        if (!ends.isEmpty() && ends.getLast().last() == last) {
            ends.removeLast();
        }
        ends.addLast(new End(last, new Mark(point, upTo)));
        if (ends.size() > MOST_ENDS) {
            thinOut();
        }
    }

    /** While one change waits for long, every other point is enough: the checkpoint is coarser, never wrong. */
    private void thinOut() {
        Deque<End> kept = new ArrayDeque<>();
        boolean keep = true;
        for (End end : ends) {
            if (keep || end.last() == last) {
                kept.addLast(end);
            }
            keep = !keep;
        }
        ends.clear();
        ends.addAll(kept);
    }

    @Override
    public synchronized Optional<Mark> durable() {
        long oldestOpen = open.isEmpty() ? Long.MAX_VALUE : open.firstKey();
        while (ends.size() > 1 && secondEnd().last() < oldestOpen) {
            ends.removeFirst();
        }
        return ends.isEmpty() || ends.getFirst().last() >= oldestOpen
                ? Optional.empty()
                : Optional.of(ends.getFirst().mark());
    }

    private End secondEnd() {
        var iterator = ends.iterator();
        iterator.next();
        return iterator.next();
    }

    @Override
    public synchronized Optional<Instant> oldestWaiting() {
        return Optional.ofNullable(open.firstEntry()).map(Map.Entry::getValue);
    }

    private synchronized void close(long number) {
        open.remove(number);
    }
}
