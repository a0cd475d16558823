package dev.lockstep.repair.scan;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.Detection;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.Tally;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Reads all copies of one definition, page by page, and detects drift, as a step machine. Memory is bounded by one page
 * and the suspects. A step that throws StoreException may be made again.
 */
public final class Scan {
    private static final int PAGE = 500;
    private static final int SEGMENTS = 16;

    /** What a step came to. */
    public enum Outcome {
        /** Something was done; there may be more. */
        WORKED,
        /** Nothing can be done before {@link Scan#next}. */
        WAITS,
        /** Every copy has its verdict. */
        DONE
    }

    private final CopyStore copies;
    private final CopyDefinition definition;
    private final Detection detection;
    private final Clock clock;
    private final Pace pace;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private boolean cut;
    private int segmentsInAll;
    private @Nullable Cursor cursor;

    /** Nothing is read before the first step. */
    public Scan(
            CheckParts parts,
            ActiveModel active,
            CopyDefinition definition,
            DetectionRules rules,
            OptionalDouble perSecond,
            Clock clock) {
        this.copies = parts.stores().copies(definition.copy().at().store());
        this.definition = definition;
        this.detection = new Detection(parts, active, definition, rules, clock);
        this.clock = clock;
        this.pace = new Pace(perSecond, clock);
    }

    /** Makes one step. Suspects that are due come first, then the page that was read, then the next page. */
    public Outcome step() {
        if (!cut) {
            segments.addAll(copies.segments(definition, SEGMENTS));
            segmentsInAll = segments.size();
            cut = true;
            return Outcome.WORKED;
        }
        if (detection.step()) {
            return Outcome.WORKED;
        }
        Segment segment = segments.peek();
        if (segment == null) {
            return detection.isDone() ? Outcome.DONE : Outcome.WAITS;
        }
        if (!detection.hasRoom() || !pace.allows()) {
            return Outcome.WAITS;
        }
        readPage(segment);
        return Outcome.WORKED;
    }

    private void readPage(Segment segment) {
        CopyStore.CopyPage page = copies.scan(definition, segment, cursor, pace.page(PAGE));
        detection.add(page.copies());
        pace.read(page.copies().size());
        cursor = page.next().orElse(null);
        if (cursor == null) {
            segments.remove();
        }
    }

    /** When a scan that waits can go on. */
    public Instant next() {
        Optional<Instant> due = detection.nextDue();
        boolean reads = !segments.isEmpty() && detection.hasRoom();
        Instant page = reads ? pace.next() : Instant.MAX;
        return due.filter(instant -> instant.isBefore(page)).orElse(reads ? page : due.orElse(clock.instant()));
    }

    /** Drift that was found since the last call. */
    public List<Drift> drain() {
        return detection.drain();
    }

    /** The counts so far. */
    public Tally tally() {
        return detection.tally();
    }

    /** The share of the collection that was read, by its segments, 0 to 1. */
    public double done() {
        return segmentsInAll == 0 ? (cut ? 1 : 0) : 1 - (double) segments.size() / segmentsInAll;
    }
}
