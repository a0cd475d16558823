package dev.lockstep.fanout.service;

import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.fanout.control.PipelineControl.Checked;
import dev.lockstep.fanout.control.PipelineControl.CheckedCopy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts what a check found and wrote, and keeps a bounded number of copies to show. */
final class Tally {
    private final int most;
    private final Map<String, Long> outcomes = new TreeMap<>();
    private final List<CheckedCopy> wrong = new ArrayList<>();
    private final List<CheckedCopy> written = new ArrayList<>();
    private final List<CheckedCopy> equal = new ArrayList<>();
    private boolean stillWrong;

    /** Keeps so many copies, at most. */
    Tally(int most) {
        this.most = most;
    }

    void add(CopyDefinition definition, List<CheckOutcome> page) {
        for (CheckOutcome outcome : page) {
            outcomes.merge(text(outcome.kind()), 1L, Long::sum);
            stillWrong |= outcome.kind() == CheckOutcome.Kind.FAILED
                    || outcome.kind() == CheckOutcome.Kind.CONFLICT
                    || outcome.kind() == CheckOutcome.Kind.SUPERSEDED;
            List<CheckedCopy> kept = kept(outcome.kind());
            if (kept.size() < most) {
                kept.add(checked(definition, outcome));
            }
        }
    }

    private List<CheckedCopy> kept(CheckOutcome.Kind kind) {
        if (kind == CheckOutcome.Kind.EQUAL) {
            return equal;
        }
        return kind.isRight() ? written : wrong;
    }

    /** True when some copy is to be checked again. */
    boolean stillWrong() {
        return stillWrong;
    }

    Checked checked() {
        List<CheckedCopy> shown = Stream.of(wrong, written, equal)
                .flatMap(List::stream)
                .limit(most)
                .toList();
        long all = outcomes.values().stream().mapToLong(Long::longValue).sum();
        return new Checked(outcomes, shown, all > shown.size());
    }

    /** An outcome as the API names it. */
    static String text(CheckOutcome.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static CheckedCopy checked(CopyDefinition definition, CheckOutcome outcome) {
        @Nullable StoreException cause = outcome.cause();
        return new CheckedCopy(
                definition.copy().name(),
                outcome.record().canonical(),
                text(outcome.kind()),
                outcome.differences(),
                cause == null ? null : cause.getMessage());
    }
}
