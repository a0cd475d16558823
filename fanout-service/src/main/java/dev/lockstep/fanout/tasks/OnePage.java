package dev.lockstep.fanout.tasks;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.TaskStore.Part;
import dev.lockstep.state.TaskStore.Task;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The next page of one task: an event write (rule R1), then the cursor behind it. */
final class OnePage {
    private final TaskParts parts;
    private final Task task;
    private final ActiveModel active;
    private final SourceKey key;
    private final Doc source;

    OnePage(TaskParts parts, Task task, ActiveModel active, SourceKey key, Doc source) {
        this.parts = parts;
        this.task = task;
        this.active = active;
        this.key = key;
        this.source = source;
    }

    Task task() {
        return task;
    }

    /** Throws StoreException when nothing came of it; then it is written again. */
    void write() {
        Optional<Part> open = task.parts().stream()
                .filter(part -> !part.isOver(task.generation()))
                .findFirst();
        if (open.isEmpty()) {
            parts.tasks().remove(task);
            return;
        }
        Part part = open.get();
        Optional<CopyDefinition> definition = written(part);
        if (definition.isEmpty()) {
            over(part, 0);
        } else {
            write(definition.get(), expected(definition.get(), part));
        }
    }

    /** A revision may have taken the definition away. */
    private Optional<CopyDefinition> written(Part part) {
        return active.model().streamed().stream()
                .filter(definition -> definition.copy().mode() == Copy.Mode.ENFORCE)
                .filter(definition -> definition.copy().name().equals(part.copy()))
                .findFirst();
    }

    private Part expected(CopyDefinition definition, Part part) {
        if (part.expected() > 0) {
            return part;
        }
        StoreName store = definition.copy().at().store();
        long expected = parts.failures()
                .calls()
                .call(store, () -> parts.stores().copies(store).count(definition, key))
                .orElse(0);
        return new Part(part.copy(), part.pass(), part.cursor(), part.ended(), part.applied(), expected);
    }

    private void write(CopyDefinition definition, Part part) {
        WriteResult result;
        try {
            EventWrite write = new EventWrite(
                    definition, key, task.version(), parts.projector().project(definition, key, source), from(part));
            StoreName store = definition.copy().at().store();
            result = parts.failures()
                    .calls()
                    .call(store, () -> parts.stores().copies(store).write(List.of(write)))
                    .get(0);
        } catch (IllegalArgumentException | ClassCastException | ArithmeticException e) {
            parts.failures().deadLetters().add(definition, key, "*", e);
            over(part, 0);
            return;
        }
        if (result.failed().isPresent()) {
            refused(definition, part, result.failed().get());
        } else {
            written(definition, part, result);
        }
    }

    /** At the end of a pass that began before the newest change, another one begins. */
    private @Nullable Cursor from(Part part) {
        return part.ended() ? null : part.cursor();
    }

    private long pass(Part part) {
        return part.ended() ? task.generation() : part.pass();
    }

    private void refused(CopyDefinition definition, Part part, StoreException e) {
        if (e.kind() != StoreException.Kind.PERMANENT) {
            throw e;
        }
        parts.failures().deadLetters().add(definition, key, "*", e);
        over(part, 0);
    }

    private void written(CopyDefinition definition, Part part, WriteResult result) {
        result.failures()
                .forEach(failure -> parts.failures()
                        .deadLetters()
                        .add(definition, key, failure.record().canonical(), failure.cause()));
        long pass = pass(part);
        if (result.next().isPresent()) {
            advance(part, pass, result.next().get(), false, result.applied());
        } else if (pass < task.generation()) {
            advance(part, pass, null, true, result.applied());
        } else {
            parts.signals().applied(definition, key, part.applied() + result.applied(), task.committedAt());
            over(part, result.applied());
        }
    }

    private void over(Part part, long applied) {
        advance(part, task.generation(), null, true, applied);
        boolean last = task.parts().stream()
                .allMatch(other -> other.copy().equals(part.copy()) || other.isOver(task.generation()));
        if (last) {
            parts.tasks().remove(task);
        }
    }

    private void advance(Part part, long pass, @Nullable Cursor cursor, boolean ended, long applied) {
        parts.tasks()
                .advance(
                        task.id(),
                        new Part(part.copy(), pass, cursor, ended, part.applied() + applied, part.expected()));
    }
}
