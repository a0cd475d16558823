package dev.lockstep.drift;

import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.projection.Projected;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import java.util.Locale;
import java.util.Optional;

/** How a copy is wrong, as far as it can be told from the copy and its label. */
public enum DriftKind {
    /** It holds an older value: its label does not vouch for the source as it is. */
    STALE,
    /** Its label says that it is current, so something else wrote it. */
    MISMATCHED,
    /** A registered field is absent. */
    MISSING,
    /** It names a source that does not exist, or that {@code where} leaves out. */
    ORPHANED,
    /** Its key is spelled by a source, and no record has it; found by a walk over the sources. */
    ABSENT;

    /** The likely cause of an absent copy. */
    public static final String ABSENT_CAUSE = "no record has the key that its source spells; the application makes it";

    /** True when a check puts it right; no check makes a record or deletes one. */
    public boolean isFixable() {
        return this != ORPHANED && this != ABSENT;
    }

    /** The name in findings and reports. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of an outcome that is DIFFERENT or ORPHANED.
     *
     * @param followed true when events of the source are being applied, so that a label of this epoch is current
     */
    static DriftKind of(
            CheckOutcome outcome,
            ActiveModel active,
            CopyDefinition definition,
            NewestCaptured newest,
            boolean followed) {
        if (outcome.kind() == CheckOutcome.Kind.ORPHANED) {
            return ORPHANED;
        }
        if (lacksAField(outcome)) {
            return MISSING;
        }
        Optional<Version> labelled =
                labelled(outcome).filter(version -> version.epoch().equals(active.epoch()));
        if (labelled.isEmpty() || definition.copy().strategy() == Copy.Strategy.REPAIR) {
            return STALE;
        }
        Optional<Version> captured = outcome.pointer().flatMap(key -> newest.of(active.name(), key));
        boolean current =
                captured.map(version -> labelled.get().compareTo(version) >= 0).orElse(followed);
        return current ? MISMATCHED : STALE;
    }

    private static Optional<Version> labelled(CheckOutcome outcome) {
        return outcome.pointer()
                .flatMap(key -> outcome.seen()
                        .parsedLabel()
                        .filter(label -> label.isOf(key))
                        .flatMap(Label::parsedVersion));
    }

    private static boolean lacksAField(CheckOutcome outcome) {
        Projected expected = outcome.expected();
        return expected != null
                && outcome.differences().stream()
                        .filter(path -> expected.assignments().get(path) instanceof Projected.Set)
                        .anyMatch(path -> outcome.seen().occurrences().stream()
                                .anyMatch(occurrence -> occurrence.get(path) == null));
    }

    /** The likely cause, one clause for people. */
    String likelyCause(CheckOutcome outcome) {
        boolean labelled = outcome.seen().parsedLabel().isPresent();
        return switch (this) {
            case STALE ->
                labelled
                        ? "the source changed after the copy was written last"
                        : "it has no label: an application wrote it and Lockstep has not yet";
            case MISMATCHED -> "its label says it is current, so something else wrote the field";
            case MISSING -> labelled ? "something else removed the field" : "the field was never filled";
            case ABSENT -> ABSENT_CAUSE;
            case ORPHANED -> "no source has this key, or the source's where leaves it out";
        };
    }
}
