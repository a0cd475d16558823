package dev.lockstep.fanout.resync;

import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Walks all copies of a model and checks each (rule R3): the re-synchronisation after a gap. */
final class VerifyJob implements Job {
    private final ResyncParts parts;
    private final ActiveModel active;
    private final Deque<CopyDefinition> definitions = new ArrayDeque<>();
    private final Deque<Segment> segments = new ArrayDeque<>();
    private final Map<CopyDefinition, Progress> perCopy = new LinkedHashMap<>();
    private @Nullable Cursor cursor;
    private @Nullable CheckRun run;

    VerifyJob(ResyncParts parts, ActiveModel active) {
        this.parts = parts;
        this.active = active;
        active.model().streamed().stream()
                .filter(definition -> definition.copy().mode() == Copy.Mode.ENFORCE)
                .forEach(definitions::add);
    }

    @Override
    public boolean step() {
        CheckRun current = run;
        if (current != null) {
            check(current);
            return true;
        }
        if (definitions.isEmpty()) {
            return false;
        }
        if (segments.isEmpty()) {
            segments.addAll(copies().segments(definitions.getFirst(), 1));
            perCopy.putIfAbsent(definitions.getFirst(), Progress.NONE);
            if (segments.isEmpty()) {
                definitions.removeFirst();
            }
            return true;
        }
        readPage();
        return true;
    }

    private CopyStore copies() {
        return parts.check().stores().copies(definitions.getFirst().copy().at().store());
    }

    private void readPage() {
        CopyDefinition definition = definitions.getFirst();
        CopyStore.CopyPage page = copies().scan(definition, segments.getFirst(), cursor, parts.page());
        run = new CheckRun(
                parts.check(),
                active,
                definition,
                page.copies().stream().map(CopyState::record).distinct().toList(),
                CheckRun.Goal.FIX);
        cursor = page.next().orElse(null);
        if (page.next().isEmpty()) {
            segments.removeFirst();
        }
    }

    private void check(CheckRun current) {
        current.step();
        if (!current.isDone()) {
            return;
        }
        CopyDefinition definition = definitions.getFirst();
        current.outcomes().forEach(outcome -> count(definition, outcome));
        run = null;
        if (segments.isEmpty() && cursor == null) {
            definitions.removeFirst();
        }
    }

    private void count(CopyDefinition definition, CheckOutcome outcome) {
        boolean fixed = outcome.kind() == CheckOutcome.Kind.FIXED;
        boolean right = outcome.kind().isRight();
        boolean copy =
                outcome.kind() != CheckOutcome.Kind.OUT_OF_SCOPE && outcome.kind() != CheckOutcome.Kind.NO_POINTER;
        perCopy.merge(
                definition,
                Progress.NONE.plus(copy ? 1 : 0, fixed || !right && copy ? 1 : 0, fixed ? 1 : 0, right ? 0 : 1),
                (a, b) -> a.plus(b.scanned(), b.found(), b.fixed(), b.skipped()));
        if (right) {
            parts.outputs().signals().checked(definition, fixed);
        } else if (outcome.kind() == CheckOutcome.Kind.ORPHANED) {
            orphaned(definition, outcome);
        } else if (outcome.cause() != null && outcome.pointer().isPresent()) {
            StoreException cause = outcome.cause();
            parts.outputs()
                    .deadLetters()
                    .add(definition, outcome.pointer().get(), outcome.record().canonical(), cause);
        } else if (outcome.kind() == CheckOutcome.Kind.CONFLICT || outcome.kind() == CheckOutcome.Kind.SUPERSEDED) {
            parts.state()
                    .waitingKeys()
                    .add(List.of(WaitingKey.of(
                            active.name(),
                            definition.copy().name(),
                            outcome.record().canonical(),
                            parts.clock().instant())));
        }
    }

    private void orphaned(CopyDefinition definition, CheckOutcome outcome) {
        Instant now = parts.clock().instant();
        parts.state()
                .findings()
                .report(new Finding(
                        0,
                        active.name(),
                        definition.copy().name(),
                        "orphaned",
                        outcome.record().canonical(),
                        outcome.pointer().map(Object::toString).orElse(null),
                        null,
                        null,
                        null,
                        "its source does not exist",
                        now,
                        now));
    }

    /** What was compared, per copy definition. */
    Map<CopyDefinition, Progress> perCopy() {
        return perCopy;
    }

    @Override
    public Progress progress() {
        return perCopy.values().stream()
                .reduce(Progress.NONE, (a, b) -> a.plus(b.scanned(), b.found(), b.fixed(), b.skipped()));
    }

    @Override
    public @Nullable String cursor() {
        return null;
    }
}
