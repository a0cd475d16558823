package dev.lockstep.fanout.lanes;

import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Changes that wait, by key. A key is given out to one taker at a time, in order of arrival; changes that arrive
 * meanwhile wait and are merged among themselves. Safe for many threads. Bounded by the capture loops, which stop
 * reading when {@link #size} reaches the configured limit.
 */
public final class Lanes {
    /** A key that waits for its time after a failure. */
    private record Deferred(Instant until, LaneKey key) {}

    private final Merging merging;
    private final Runnable onWork;
    private final Map<LaneKey, Deque<Routed>> waiting = new HashMap<>();
    private final LinkedHashSet<LaneKey> ready = new LinkedHashSet<>();
    private final Set<LaneKey> taken = new HashSet<>();
    private final Set<LaneKey> resting = new HashSet<>();
    private final PriorityQueue<Deferred> deferred =
            new PriorityQueue<>((a, b) -> a.until().compareTo(b.until()));
    private final Map<ModelName, Long> sizes = new HashMap<>();
    private int size;

    /**
     * Empty lanes.
     *
     * @param merging how changes of one key become one
     * @param onWork called when a key becomes ready; must not block
     */
    public Lanes(Merging merging, Runnable onWork) {
        this.merging = merging;
        this.onWork = onWork;
    }

    /** Adds a change; true when it was merged into one that waited. Merging never crosses an epoch. */
    public boolean offer(Routed change) {
        boolean merged = add(change);
        onWork.run();
        return merged;
    }

    private synchronized boolean add(Routed change) {
        LaneKey key = change.laneKey();
        Deque<Routed> queue = waiting.computeIfAbsent(key, k -> new ArrayDeque<>());
        Routed last = queue.peekLast();
        boolean merges =
                last != null && last.version().epoch().equals(change.version().epoch());
        if (merges) {
            queue.removeLast();
            queue.addLast(merging.merge(last, change));
        } else {
            queue.addLast(change);
            count(key, 1);
        }
        if (!taken.contains(key) && !resting.contains(key)) {
            ready.add(key);
        }
        return merges;
    }

    /** Takes up to {@code most} keys, which are the taker's until it says {@link #finish} or {@link #defer}. */
    public synchronized List<Routed> take(int most, Instant now) {
        wake(now);
        List<Routed> given = new ArrayList<>();
        Iterator<LaneKey> keys = ready.iterator();
        while (keys.hasNext() && given.size() < most) {
            LaneKey key = keys.next();
            keys.remove();
            Deque<Routed> queue = waiting.get(key);
            if (queue != null) {
                given.add(queue.removeFirst());
                if (queue.isEmpty()) {
                    waiting.remove(key);
                }
                taken.add(key);
            }
        }
        return given;
    }

    private void wake(Instant now) {
        while (!deferred.isEmpty() && !deferred.peek().until().isAfter(now)) {
            LaneKey key = deferred.remove().key();
            resting.remove(key);
            if (waiting.containsKey(key) && !taken.contains(key)) {
                ready.add(key);
            }
        }
    }

    /** The change is durable: its tickets are done and its key is free. */
    public void finish(Routed change) {
        change.tickets().done();
        boolean more;
        synchronized (this) {
            more = release(change.laneKey());
        }
        if (more) {
            onWork.run();
        }
    }

    private boolean release(LaneKey key) {
        count(key, -1);
        taken.remove(key);
        boolean more = waiting.containsKey(key) && !resting.contains(key);
        if (more) {
            ready.add(key);
        }
        return more;
    }

    /** The change could not be applied: it goes back, merged with what arrived since, and rests until {@code until}. */
    public synchronized void defer(Routed change, Instant until) {
        LaneKey key = change.laneKey();
        taken.remove(key);
        Deque<Routed> queue = waiting.computeIfAbsent(key, k -> new ArrayDeque<>());
        Routed first = queue.peekFirst();
        if (first != null && first.version().epoch().equals(change.version().epoch())) {
            queue.removeFirst();
            queue.addFirst(merging.merge(change, first));
            count(key, -1);
        } else {
            queue.addFirst(change);
        }
        ready.remove(key);
        resting.add(key);
        deferred.add(new Deferred(until, key));
    }

    /** Changes that wait or are being applied. */
    public synchronized int size() {
        return size;
    }

    /** Those of one model. */
    public synchronized long size(ModelName model) {
        return sizes.getOrDefault(model, 0L);
    }

    /** When the next resting key wakes. */
    public synchronized Optional<Instant> nextWake() {
        return Optional.ofNullable(deferred.peek()).map(Deferred::until);
    }

    private void count(LaneKey key, int by) {
        size += by;
        sizes.merge(key.model(), (long) by, Long::sum);
    }
}
