package dev.lockstep.fanout.service;

import dev.lockstep.change.Label;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.fanout.control.PipelineControl.CopyView;
import dev.lockstep.fanout.control.PipelineControl.SourceState;
import dev.lockstep.fanout.control.PipelineControl.SourceView;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Source;
import dev.lockstep.value.Doc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is found when the copies of one source are looked at; keeps a bounded number of them. A record that the copy's
 * {@code where} leaves out is no copy.
 */
final class Look {
    private final int most;
    private final boolean all;
    private final List<CopyView> shown = new ArrayList<>();
    private boolean current = true;
    private boolean truncated;

    /**
     * Nothing was looked at yet.
     *
     * @param most so many copies are kept
     * @param all true when those beyond are to be looked at as well
     */
    Look(int most, boolean all) {
        this.most = most;
        this.all = all;
    }

    /** Takes a page; true when it wants another one. */
    boolean add(CopyDefinition definition, List<CheckOutcome> page) {
        for (CheckOutcome outcome : page) {
            if (outcome.kind() == CheckOutcome.Kind.OUT_OF_SCOPE) {
                continue;
            }
            boolean room = shown.size() < most;
            truncated |= !room;
            if (room || all) {
                current &= outcome.kind().isRight();
            }
            if (room) {
                shown.add(view(definition, outcome));
            }
        }
        return wantsMore();
    }

    boolean wantsMore() {
        return all || !truncated;
    }

    SourceView view(Source source, @Nullable Doc record, Optional<String> newestCaptured) {
        SourceState state = record == null
                ? SourceState.ABSENT
                : source.includes(record) ? SourceState.PRESENT : SourceState.EXCLUDED;
        return new SourceView(
                state, Optional.ofNullable(record).filter(source::includes), newestCaptured, shown, current, truncated);
    }

    private static CopyView view(CopyDefinition definition, CheckOutcome outcome) {
        List<Doc> occurrences = outcome.seen().occurrences();
        return new CopyView(
                definition.copy().name(),
                outcome.record().canonical(),
                occurrences.isEmpty() ? Doc.empty() : occurrences.get(0),
                outcome.seen().parsedLabel().map(Label::version),
                Tally.text(outcome.kind()),
                outcome.kind().isRight(),
                outcome.differences());
    }
}
