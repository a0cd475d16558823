package dev.lockstep.repair.scan;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.Detection;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.Drift;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.repair.command.Cover;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of a copy definition's collection, or of its sources', one after the other, and detects drift, as a step
 * machine. While the suspects of one part wait to be looked at again, the next is read. Memory is bounded by one page
 * and the suspects of a few parts. A step that throws StoreException may be made again, or the part {@link #putAside
 * put aside}.
 */
public final class Scan {
    private static final int PAGE = 500;
    private static final int MOST_SETTLING = 4;
    private static final int MOST_ATTEMPTS = 3;

    /** What a step came to. */
    public enum Outcome {
        /** Something was done; there may be more. */
        WORKED,
        /** Nothing can be done before {@link Scan#next}. */
        WAITS,
        /** Every copy has its verdict. */
        DONE
    }

    /**
     * A part of which every copy has its verdict.
     *
     * @param wrong copies that a repair can put right
     * @param rest where a part that was cut short goes on
     */
    public record Ended(Part part, PartResult result, List<RecordKey> wrong, Optional<Cursor> rest) {
        public Ended {
            wrong = List.copyOf(wrong);
        }
    }

    private final CheckParts parts;
    private final ActiveModel active;
    private final CopyDefinition definition;
    private final DetectionRules rules;
    private final Clock clock;
    private final Cover cover;
    private final Pace pace;
    private final Deque<Part> waiting = new ArrayDeque<>();
    private final Deque<PartScan> settling = new ArrayDeque<>();
    private final List<Drift> found = new ArrayList<>();
    private final List<Ended> ended = new ArrayList<>();
    private final Map<Integer, Integer> attempts = new HashMap<>();
    private @Nullable PartScan reading;
    private @Nullable SourceWalk walk;
    private @Nullable PartScan atWork;
    private boolean readSincePutAside = true;

    /** Nothing is read before the first step. */
    public Scan(
            CheckParts parts,
            ActiveModel active,
            CopyDefinition definition,
            DetectionRules rules,
            OptionalDouble perSecond,
            Clock clock,
            Cover cover,
            Collection<Part> open) {
        this.parts = parts;
        this.active = active;
        this.definition = definition;
        this.rules = rules;
        this.clock = clock;
        this.cover = cover;
        this.pace = new Pace(perSecond, clock);
        this.waiting.addAll(open);
    }

    /** Another part, such as the rest of one that was cut short. */
    public void add(Part part) {
        waiting.add(part);
    }

    /** Makes one step. Suspects that are due come first, then the page that was read, then the next page. */
    public Outcome step() {
        for (PartScan part : all().toList()) {
            atWork = part;
            if (part.step()) {
                take(part);
                return Outcome.WORKED;
            }
        }
        PartScan current = reading;
        if (current == null) {
            return begin();
        }
        if (!current.hasRoom() || !pace.allows()) {
            return Outcome.WAITS;
        }
        atWork = current;
        readPage(current);
        return Outcome.WORKED;
    }

    private Stream<PartScan> all() {
        PartScan current = reading;
        return current == null ? settling.stream() : Stream.concat(settling.stream(), Stream.of(current));
    }

    private Outcome begin() {
        if (waiting.isEmpty() || settling.size() >= MOST_SETTLING) {
            return settling.isEmpty() ? Outcome.DONE : Outcome.WAITS;
        }
        Detection detection = new Detection(parts, active, definition, rules, clock);
        Absences absences = new Absences(parts, definition, rules.grace(), clock);
        Part next = waiting.remove();
        reading = new PartScan(next, detection, absences, clock.instant());
        walk = cover == Cover.SOURCES ? new SourceWalk(parts, definition, next) : null;
        return Outcome.WORKED;
    }

    private void readPage(PartScan current) {
        int limit = pace.page(PAGE);
        SourceWalk sources = walk;
        if (sources == null) {
            CopyStore.CopyPage page = parts.stores()
                    .copies(definition.copy().at().store())
                    .scan(definition, current.part.segment(), current.cursor(), limit);
            current.add(page, clock.instant());
            pace.read(page.copies().size());
        } else {
            SourceWalk.Found page = sources.next(limit);
            current.add(page, sources, clock.instant());
            pace.read(Math.max(1, page.copies().size()));
        }
        readSincePutAside = true;
        if (current.isRead()) {
            reading = null;
            settling.add(current);
            take(current);
        }
    }

    private void take(PartScan part) {
        found.addAll(part.drain());
        if (part.isRead() && part.isSettled()) {
            settling.remove(part);
            ended.add(part.ended());
        }
    }

    /**
     * Puts the part aside whose step failed, to begin it again after the others.
     *
     * @return false when it has failed too often, or nothing could be read since another was put aside
     */
    public boolean putAside() {
        PartScan failed = atWork;
        if (failed == null
                || !readSincePutAside
                || attempts.merge(failed.part.number(), 1, Integer::sum) >= MOST_ATTEMPTS) {
            return false;
        }
        readSincePutAside = false;
        settling.remove(failed);
        if (failed.equals(reading)) {
            reading = null;
        }
        waiting.add(failed.part);
        return true;
    }

    /** When a scan that waits can go on. */
    public Instant next() {
        Instant due =
                all().flatMap(part -> part.nextDue()).min(Instant::compareTo).orElse(Instant.MAX);
        PartScan current = reading;
        Instant page = current != null && current.hasRoom() ? pace.next() : Instant.MAX;
        Instant next = due.isBefore(page) ? due : page;
        return next.equals(Instant.MAX) ? clock.instant() : next;
    }

    /** Drift that was found since the last call. */
    public List<Drift> drain() {
        List<Drift> drained = List.copyOf(found);
        found.clear();
        return drained;
    }

    /** Parts that ended since the last call. */
    public List<Ended> ended() {
        List<Ended> drained = List.copyOf(ended);
        ended.clear();
        return drained;
    }

    /** The counts of the parts that have not ended yet. */
    public PartResult underWay() {
        return all().map(PartScan::result).reduce(PartResult.NONE, PartResult::plus);
    }

    /** Parts that are not read to their end. */
    public int unread() {
        return waiting.size() + (reading == null ? 0 : 1);
    }
}
