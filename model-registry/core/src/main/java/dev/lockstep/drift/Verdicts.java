package dev.lockstep.drift;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.FieldRule;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides on a record after a look: right, suspect, drift, or given up; and counts. */
final class Verdicts {
    /** Drift, or a suspect, or neither. */
    record Verdict(Optional<Drift> drift, Optional<Suspect> suspect) {
        static final Verdict NOTHING = new Verdict(Optional.empty(), Optional.empty());
    }

    private final CheckParts parts;
    private final ActiveModel active;
    private final CopyDefinition definition;
    private final DetectionRules rules;
    private Tally tally = Tally.NONE;

    Verdicts(CheckParts parts, ActiveModel active, CopyDefinition definition, DetectionRules rules) {
        this.parts = parts;
        this.active = active;
        this.definition = definition;
        this.rules = rules;
    }

    Tally tally() {
        return tally;
    }

    /** @param outcomes of one record, empty when it is gone */
    Verdict on(List<CheckOutcome> outcomes, @Nullable Suspect before, Instant now) {
        if (before == null) {
            count(1, 0, 0, 0, 0, 0);
        }
        Map<Evidence, CheckOutcome> wrong = new LinkedHashMap<>();
        outcomes.stream()
                .filter(this::isWrong)
                .forEach(outcome -> wrong.put(Evidence.of(definition, outcome), outcome));
        if (wrong.isEmpty()) {
            countRight(outcomes, before != null);
            return Verdict.NOTHING;
        }
        if (before != null) {
            boolean last = before.looks() + 1 >= rules.mostLooks();
            Optional<Evidence> confirmed = wrong.keySet().stream()
                    .filter(before.seen()::containsKey)
                    .filter(evidence -> last || rules.settled().upTo(since(before, evidence, now)))
                    .findFirst();
            if (confirmed.isPresent()) {
                return confirmed(wrong, confirmed.get(), before, now);
            }
            if (last) {
                count(0, 0, 0, 0, 0, 1);
                return Verdict.NOTHING;
            }
        }
        return again(wrong, before, now);
    }

    private Verdict confirmed(Map<Evidence, CheckOutcome> wrong, Evidence evidence, Suspect before, Instant now) {
        CheckOutcome outcome = wrong.getOrDefault(evidence, first(wrong));
        DriftKind kind = DriftKind.of(outcome, active, definition, parts.newest(), rules.followed());
        boolean tolerated =
                kind == DriftKind.ORPHANED && definition.copy().onSourceDelete() == Copy.OnSourceDelete.KEEP;
        count(0, 0, 0, tolerated ? 0 : 1, tolerated ? 1 : 0, 0);
        Drift drift = new Drift(
                outcome.record(),
                outcome.pointer(),
                kind,
                FieldDifference.of(outcome),
                kind.likelyCause(outcome),
                tolerated,
                since(before, evidence, now),
                now);
        return new Verdict(Optional.of(drift), Optional.empty());
    }

    private Verdict again(Map<Evidence, CheckOutcome> wrong, @Nullable Suspect before, Instant now) {
        Map<Evidence, Instant> seen = new LinkedHashMap<>();
        wrong.keySet().forEach(evidence -> seen.put(evidence, since(before, evidence, now)));
        RecordKey record = first(wrong).record();
        int looks = before == null ? 1 : before.looks() + 1;
        return new Verdict(Optional.empty(), Optional.of(new Suspect(record, seen, looks, now.plus(rules.grace()))));
    }

    private static Instant since(@Nullable Suspect before, Evidence evidence, Instant now) {
        return before == null ? now : before.seen().getOrDefault(evidence, now);
    }

    private static CheckOutcome first(Map<Evidence, CheckOutcome> wrong) {
        return wrong.values().iterator().next();
    }

    private boolean isWrong(CheckOutcome outcome) {
        return outcome.kind() == CheckOutcome.Kind.DIFFERENT
                || (outcome.kind() == CheckOutcome.Kind.ORPHANED && !isAsThePolicyLeavesIt(outcome));
    }

    /** After {@code unset} or {@code mark} an orphan is as it should be. */
    private boolean isAsThePolicyLeavesIt(CheckOutcome outcome) {
        Copy copy = definition.copy();
        return switch (copy.onSourceDelete()) {
            case UNSET ->
                outcome.seen().occurrences().stream()
                        .allMatch(found -> copy.fields().stream()
                                .map(FieldRule::target)
                                .allMatch(path -> found.get(path) == null));
            case MARK ->
                outcome.seen().occurrences().stream()
                        .allMatch(found -> copy.mark().entrySet().stream()
                                .allMatch(mark -> mark.getValue().equals(found.get(mark.getKey()))));
            case KEEP, DELETE -> false;
        };
    }

    /** A record that is gone, or is none of ours, was not compared. With elements, one that is compared decides. */
    private void countRight(List<CheckOutcome> outcomes, boolean wasSuspect) {
        if (outcomes.stream()
                .anyMatch(outcome -> outcome.kind().isRight() || outcome.kind() == CheckOutcome.Kind.ORPHANED)) {
            count(0, 1, wasSuspect ? 1 : 0, 0, 0, 0);
            return;
        }
        outcomes.stream().findFirst().map(CheckOutcome::kind).ifPresent(kind -> {
            boolean noPointer = kind == CheckOutcome.Kind.NO_POINTER;
            boolean noCopy = kind == CheckOutcome.Kind.OUT_OF_SCOPE;
            tally = tally.plus(
                    new Tally(0, 0, 0, 0, 0, 0, noPointer ? 1 : 0, noCopy ? 1 : 0, noPointer || noCopy ? 0 : 1));
        });
    }

    private void count(long seen, long right, long passed, long drifted, long tolerated, long moving) {
        tally = tally.plus(new Tally(seen, right, passed, drifted, tolerated, moving, 0, 0, 0));
    }
}
