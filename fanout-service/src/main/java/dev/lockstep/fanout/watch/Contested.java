package dev.lockstep.fanout.watch;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Copies that somebody keeps changing back: after 5 corrections within 10 minutes the watch leaves a copy alone for an
 * hour, so that two writers don't chase each other. Event writes go on. Remembers a bounded number of copies.
 */
final class Contested {
    private static final int MOST_CORRECTIONS = 5;
    private static final Duration WITHIN = Duration.ofMinutes(10);
    private static final Duration LEFT_ALONE = Duration.ofHours(1);
    private static final int REMEMBERED = 10_000;

    private record Copy(String definition, RecordKey record) {}

    private static final class Corrections {
        private final Deque<Instant> times = new ArrayDeque<>();
        private Instant aloneUntil = Instant.MIN;
    }

    private final Map<Copy, Corrections> copies = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Copy, Corrections> eldest) {
            return size() > REMEMBERED;
        }
    };

    synchronized boolean isLeftAlone(CopyDefinition definition, RecordKey record, Instant now) {
        Corrections corrections = copies.get(new Copy(definition.id(), record));
        return corrections != null && corrections.aloneUntil.isAfter(now);
    }

    /** Counts a correction; true when the copy has just become contested. */
    synchronized boolean corrected(CopyDefinition definition, RecordKey record, Instant now) {
        Corrections corrections = copies.computeIfAbsent(new Copy(definition.id(), record), copy -> new Corrections());
        corrections.times.addLast(now);
        while (corrections.times.getFirst().isBefore(now.minus(WITHIN))) {
            corrections.times.removeFirst();
        }
        if (corrections.times.size() < MOST_CORRECTIONS) {
            return false;
        }
        corrections.times.clear();
        corrections.aloneUntil = now.plus(LEFT_ALONE);
        return true;
    }
}
