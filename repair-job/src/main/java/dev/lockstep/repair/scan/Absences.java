package dev.lockstep.repair.scan;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.value.Doc;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sources that should have one copy and have none. Like other suspects, they are looked at again after the grace
 * period: only when the source is there still, and no record still, is the copy absent.
 */
final class Absences {
    private static final int PAGE = 200;

    private record Missing(SourceKey key, RecordKey record, Instant firstSeen, Instant due) {}

    private final CheckParts parts;
    private final CopyDefinition definition;
    private final Duration grace;
    private final Clock clock;
    private final Deque<Missing> waiting = new ArrayDeque<>();
    private final List<Drift> found = new ArrayList<>();

    Absences(CheckParts parts, CopyDefinition definition, Duration grace, Clock clock) {
        this.parts = parts;
        this.definition = definition;
        this.grace = grace;
        this.clock = clock;
    }

    private CopyStore copies() {
        return parts.stores().copies(definition.copy().at().store());
    }

    /** A source without copies; passed over where a source may have none. */
    void add(SourceKey key) {
        Instant now = clock.instant();
        copies().onlyRecord(definition, key)
                .ifPresent(record -> waiting.add(new Missing(key, record, now, now.plus(grace))));
    }

    /** Looks again at those that are due; false when there are none. May be made again when it throws. */
    boolean step() {
        Instant now = clock.instant();
        List<Missing> due = waiting.stream()
                .limit(PAGE)
                .takeWhile(missing -> !missing.due().isAfter(now))
                .toList();
        if (due.isEmpty()) {
            return false;
        }
        Map<SourceKey, Missing> byKey = new LinkedHashMap<>();
        due.forEach(missing -> byKey.put(missing.key(), missing));
        Source source = definition.model().source();
        Map<SourceKey, Doc> sources =
                parts.stores().records(source.at().store()).read(source, byKey.keySet(), Optional.empty());
        Set<RecordKey> there = copies()
                .read(definition, due.stream().map(Missing::record).toList())
                .stream()
                .map(CopyState::record)
                .collect(Collectors.toSet());
        byKey.values().stream()
                .filter(missing -> !there.contains(missing.record()))
                .filter(missing -> Optional.ofNullable(sources.get(missing.key()))
                        .filter(source::includes)
                        .isPresent())
                .forEach(missing -> found.add(absent(missing, now)));
        due.forEach(missing -> waiting.remove());
        return true;
    }

    private static Drift absent(Missing missing, Instant now) {
        return new Drift(
                missing.record(),
                Optional.of(missing.key()),
                DriftKind.ABSENT,
                List.of(),
                DriftKind.ABSENT_CAUSE,
                false,
                missing.firstSeen(),
                now);
    }

    List<Drift> drain() {
        List<Drift> drained = List.copyOf(found);
        found.clear();
        return drained;
    }

    Optional<Instant> nextDue() {
        return Optional.ofNullable(waiting.peek()).map(Missing::due);
    }

    boolean isDone() {
        return waiting.isEmpty();
    }

    /** False while so many wait that no more pages are wanted. */
    boolean hasRoom() {
        return waiting.size() < PAGE * 10;
    }
}
