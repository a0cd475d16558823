package dev.lockstep.drift;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.StoreException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds drift in pages of copies, as a step machine that never writes and never waits: every page is compared; what
 * differs is a suspect, is read again after the grace period, and is drift only when nothing moved in between. One
 * thread at a time; a step that throws {@link StoreException} may be made again.
 */
public final class Detection {
    /** Suspects that are kept before no more pages are wanted. */
    private static final int MOST_SUSPECTS = 5_000;

    private static final int PAGE = 500;

    private final CheckParts parts;
    private final ActiveModel active;
    private final CopyDefinition definition;
    private final Clock clock;
    private final Verdicts verdicts;
    private final Deque<List<CopyState>> pages = new ArrayDeque<>();
    private final Deque<Suspect> suspects = new ArrayDeque<>();
    private final List<Drift> found = new ArrayList<>();
    private Map<RecordKey, Suspect> underReview = Map.of();
    private @Nullable CheckRun run;

    /** Nothing is read before the first step. */
    public Detection(
            CheckParts parts, ActiveModel active, CopyDefinition definition, DetectionRules rules, Clock clock) {
        this.parts = parts;
        this.active = active;
        this.definition = definition;
        this.clock = clock;
        this.verdicts = new Verdicts(parts, active, definition, rules);
    }

    /** Takes in copies as a scan or a sample has just read them, at most 1,000; whole records. */
    public void add(List<CopyState> page) {
        if (!page.isEmpty()) {
            pages.add(List.copyOf(page));
        }
    }

    /** True when another page may be added; else steps have to be made first, or the next suspect waited for. */
    public boolean hasRoom() {
        return pages.isEmpty() && run == null && suspects.size() < MOST_SUSPECTS;
    }

    /** Makes one step; false when there is nothing to do now: see {@link #nextDue}. */
    public boolean step() {
        CheckRun current = run == null ? begin() : run;
        if (current == null) {
            return false;
        }
        run = current;
        current.step();
        if (current.isDone()) {
            conclude(current.outcomes());
            run = null;
            underReview = Map.of();
        }
        return true;
    }

    /** When the next suspect is to be looked at again; empty when there is none. */
    public Optional<Instant> nextDue() {
        return Optional.ofNullable(suspects.peek()).map(Suspect::due);
    }

    /** True when all copies that were taken in have their verdict. */
    public boolean isDone() {
        return run == null && pages.isEmpty() && suspects.isEmpty();
    }

    /** Drift that was found since the last call. */
    public List<Drift> drain() {
        List<Drift> drained = List.copyOf(found);
        found.clear();
        return drained;
    }

    /** The counts so far; complete once the detection is done. */
    public Tally tally() {
        return verdicts.tally();
    }

    private @Nullable CheckRun begin() {
        Map<RecordKey, Suspect> due = takeDue(clock.instant());
        if (!due.isEmpty()) {
            underReview = due;
            return new CheckRun(parts, active, definition, due.keySet(), CheckRun.Goal.LOOK);
        }
        List<CopyState> page = pages.poll();
        return page == null ? null : CheckRun.ofRead(parts, active, definition, page, CheckRun.Goal.LOOK);
    }

    private Map<RecordKey, Suspect> takeDue(Instant now) {
        Map<RecordKey, Suspect> due = new LinkedHashMap<>();
        while (due.size() < PAGE) {
            Suspect next = suspects.peek();
            if (next == null || next.due().isAfter(now)) {
                break;
            }
            due.put(next.record(), next);
            suspects.remove();
        }
        return due;
    }

    private void conclude(List<CheckOutcome> outcomes) {
        Map<RecordKey, List<CheckOutcome>> byRecord = new LinkedHashMap<>();
        underReview.keySet().forEach(record -> byRecord.put(record, new ArrayList<>()));
        outcomes.forEach(outcome -> byRecord.computeIfAbsent(outcome.record(), record -> new ArrayList<>())
                .add(outcome));
        Instant now = clock.instant();
        byRecord.forEach((record, ofRecord) -> {
            Verdicts.Verdict verdict = verdicts.on(ofRecord, underReview.get(record), now);
            verdict.drift().ifPresent(found::add);
            verdict.suspect().ifPresent(suspects::add);
        });
    }
}
