package dev.lockstep.repair.run;

import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.FindingLog;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelState;
import dev.lockstep.repair.report.CopyReport;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.ModelStore.StoredModel;
import dev.lockstep.state.StateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a comparison of every copy proves, and what follows from it in the state store. */
final class Proof {
    /** A service that runs has begun to follow a new model's stream by then. */
    private static final Duration UNTIL_FOLLOWED = Duration.ofMinutes(1);

    private static final int PAGE = 500;
    private static final Set<String> OURS = Set.of("stale", "mismatched", "missing", "orphaned");

    private final StateStore state;
    private final ActiveModel active;
    private final Instant begun;
    private final List<String> notes = new ArrayList<>();

    Proof(StateStore state, ActiveModel active, Instant begun) {
        this.state = state;
        this.active = active;
        this.begun = begun;
    }

    /** What happened, one sentence each. */
    List<String> notes() {
        return notes;
    }

    /** Stores the measurement; closes findings of copies that turned out right or gone. */
    void compared(FindingLog log, CopyReport report, boolean allFindingsKept, Instant now) {
        boolean proved = isProved(report);
        log.comparedAll(
                report.wrongNow(),
                report.tally().compared(),
                report.tally().undecided(),
                proved ? Optional.of(begun) : Optional.empty(),
                now);
        if (allFindingsKept && report.tally().undecided() == 0) {
            closeOthers(report.definition(), OURS, now);
        }
    }

    /**
     * A walk over the sources proves no copy right that no source leads to; it closes findings of absent copies only.
     */
    void walkedSources(CopyReport report, boolean allFindingsKept, Instant now) {
        if (allFindingsKept) {
            closeOthers(report.definition(), Set.of(DriftKind.ABSENT.text()), now);
        }
        notes.add("Walked by sources: copies that no source leads to were not seen, so the model is not marked as"
                + " verified.");
    }

    private void closeOthers(CopyDefinition definition, Set<String> kinds, Instant now) {
        long after = 0;
        List<Finding> page;
        do {
            page = state.findings().open(Optional.of(active.name()), after, PAGE);
            for (Finding finding : page) {
                after = finding.id();
                if (finding.copy().equals(definition.copy().name())
                        && kinds.contains(finding.kind())
                        && finding.lastSeen().isBefore(begun)) {
                    state.findings().close(active.name(), finding.copy(), finding.copyKey(), "clean", now);
                }
            }
        } while (page.size() == PAGE);
    }

    static boolean isProved(CopyReport report) {
        return report.wrongNow() == 0 && report.tally().undecided() == 0;
    }

    /** All copies of the model are right: closes what that was open for. True when nothing has changed meanwhile. */
    boolean wholeModelIsRight(boolean followed, Instant now) {
        Optional<StoredModel> stored = state.models().find(active.name());
        boolean same = stored.filter(model ->
                        model.revision() == active.revision() && model.epoch().equals(active.epoch()))
                .isPresent();
        if (!same) {
            notes.add("The model was revised during the run, so it is not marked as verified. Run again.");
            return false;
        }
        closeGaps(followed, now);
        if (stored.get().state() == ModelState.UNVERIFIED
                && state.gaps().openOf(active.name()).isEmpty()) {
            if (state.models()
                    .changeState(active.name(), active.revision(), ModelState.UNVERIFIED, ModelState.ACTIVE)) {
                notes.add("All copies are verified: the model is ACTIVE now.");
            }
        }
        return true;
    }

    private void closeGaps(boolean followed, Instant now) {
        boolean streams = active.model().copies().stream().anyMatch(copy -> copy.strategy() == Copy.Strategy.STREAM);
        Instant latest = followed && streams ? begun.minus(UNTIL_FOLLOWED) : begun;
        for (Gap gap : state.gaps().openOf(active.name())) {
            if (gap.openedAt().isBefore(latest)) {
                state.gaps().close(gap.id(), now, "every copy was compared by the repair job and is right");
                notes.add("Gap " + gap.id() + " is closed: every copy was compared and is right.");
            } else {
                notes.add("Gap " + gap.id() + " stays open: it is so new that only the running service can close it.");
            }
        }
    }
}
