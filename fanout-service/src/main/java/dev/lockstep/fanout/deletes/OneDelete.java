package dev.lockstep.fanout.deletes;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.fanout.resync.KeyCheck;
import dev.lockstep.fanout.route.Deletes;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.DeleteStore.PendingDelete;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One delete that is due: a strong read of the source; if it exists, a check of its copies; else, within the budget,
 * the policy of each copy definition under the delete's position. Throws StoreException, after which it is begun again.
 */
final class OneDelete {
    private static final Duration WINDOW = Duration.ofHours(1);

    /** How far it has come. */
    enum Progress {
        MORE,
        DONE,
        HELD
    }

    private enum Phase {
        READ,
        CHECK,
        COUNT,
        POLICY
    }

    private final DeleteParts parts;
    private final ActiveModel active;
    private final PendingDelete delete;
    private final SourceKey key;
    private final Deque<CopyDefinition> definitions = new ArrayDeque<>();
    private Phase phase = Phase.READ;
    private @Nullable Cursor cursor;

    OneDelete(DeleteParts parts, ActiveModel active, PendingDelete delete, SourceKey key) {
        this.parts = parts;
        this.active = active;
        this.delete = delete;
        this.key = key;
    }

    ModelName model() {
        return active.name();
    }

    Progress step() {
        switch (phase) {
            case READ -> read();
            case COUNT -> {
                if (!isWithinBudget()) {
                    return Progress.HELD;
                }
                phase = Phase.POLICY;
            }
            case CHECK -> check(definitions.removeFirst());
            case POLICY -> policy(definitions.getFirst());
        }
        if (!definitions.isEmpty()) {
            return Progress.MORE;
        }
        parts.deletes().remove(delete);
        return Progress.DONE;
    }

    private void read() {
        Source source = active.model().source();
        Optional<Position> notBefore = delete.version().epoch().equals(active.epoch())
                ? Optional.of(delete.version().position())
                : Optional.empty();
        Doc record = parts.check()
                .stores()
                .records(source.at().store())
                .read(source, Set.of(key), notBefore)
                .get(key);
        boolean exists = record != null && source.includes(record);
        phase = exists ? Phase.CHECK : Phase.COUNT;
        if (exists) {
            active.model().streamed().stream()
                    .filter(definition -> definition.copy().mode() == Copy.Mode.ENFORCE)
                    .forEach(definitions::add);
        } else {
            definitions.addAll(Deletes.affected(active));
        }
    }

    private void check(CopyDefinition definition) {
        new KeyCheck(parts.check(), parts.page()).check(active, definition, key, CheckRun.Goal.FIX, this::checked);
    }

    private void checked(CopyDefinition definition, List<CheckOutcome> outcomes) {
        for (CheckOutcome outcome : outcomes) {
            if (outcome.kind().isRight()) {
                parts.outputs().signals().checked(definition, outcome.kind() == CheckOutcome.Kind.FIXED);
            } else if (outcome.cause() != null) {
                parts.outputs()
                        .deadLetters()
                        .add(definition, key, outcome.record().canonical(), outcome.cause());
            } else if (outcome.kind() == CheckOutcome.Kind.CONFLICT || outcome.kind() == CheckOutcome.Kind.SUPERSEDED) {
                throw new StoreException(
                        StoreException.Kind.TRANSIENT,
                        "Could not check " + outcome.record() + ": it keeps changing.",
                        null);
            }
        }
    }

    /** What was released needs no budget; what is begun again after a failure takes from it once more. */
    private boolean isWithinBudget() {
        if (delete.state() == DeleteStore.State.RELEASED) {
            return true;
        }
        long copies = 0;
        for (CopyDefinition definition : definitions) {
            @Nullable Cursor after = null;
            do {
                CopyStore.CopyPage found = copies(definition).find(definition, key, after, parts.page());
                copies += found.copies().size();
                after = found.next().orElse(null);
            } while (after != null && copies <= parts.most());
        }
        return parts.deletes().spend(active.name(), parts.clock().instant(), WINDOW, copies, parts.most());
    }

    private CopyStore copies(CopyDefinition definition) {
        return parts.check().stores().copies(definition.copy().at().store());
    }

    private void policy(CopyDefinition definition) {
        WriteResult result = definition.copy().onSourceDelete() == Copy.OnSourceDelete.DELETE
                ? copies(definition).remove(definition, key, version(), cursor)
                : copies(definition)
                        .write(List.of(new EventWrite(
                                definition, key, version(), Projection.afterDelete(definition.copy()), cursor)))
                        .get(0);
        result.failures()
                .forEach(failure -> parts.outputs()
                        .deadLetters()
                        .add(definition, key, failure.record().canonical(), failure.cause()));
        if (result.failed().isPresent()) {
            StoreException failed = result.failed().get();
            if (failed.kind() != StoreException.Kind.PERMANENT) {
                throw failed;
            }
            parts.outputs().deadLetters().add(definition, key, "*", failed);
        }
        parts.outputs().signals().afterDelete(definition, result.applied());
        cursor = result.next().orElse(null);
        if (cursor == null) {
            definitions.removeFirst();
        }
    }

    /**
     * A delete of an earlier epoch is, like a fill, at position 0 of the present one: whatever was captured is newer.
     */
    private Version version() {
        return delete.version().epoch().compareTo(active.epoch()) >= 0
                ? delete.version()
                : new Version(active.epoch(), Position.ZERO);
    }
}
