package dev.lockstep.fanout.apply;

import dev.lockstep.change.Position;
import dev.lockstep.fanout.lanes.Routed;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.projection.Projected;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.TaskStore.Part;
import dev.lockstep.state.TaskStore.Task;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import dev.lockstep.store.CopyStore.CopyFailure;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies the keys that the lanes give out: reads the sources whose image the stream did not carry, writes every copy
 * by an event write (rule R1), and lets the checkpoint go on when all of them are durable (rule R2): written, or, what
 * is too large for one go, a task. A value that was read has the event's position (rule R5). One step is one read, or
 * one page of writes to one store.
 */
public final class Applier implements Step {
    /** Then the key is put aside durably: a key that keeps failing may not hold back the checkpoint (P8). */
    private static final int MOST_ATTEMPTS = 10;

    private final ApplyParts parts;
    private final int most;
    private final int mostPages;
    private Batch batch = new Batch(List.of());
    /** Set when a page of reads failed for good, so that one bad key does not fail the others. */
    private boolean readsOneByOne;

    /** An applier that takes at most {@code most} keys at a time, and writes so many pages of each copy definition. */
    public Applier(ApplyParts parts, int most, int mostPages) {
        this.parts = parts;
        this.most = most;
        this.mostPages = mostPages;
    }

    @Override
    public Outcome step() {
        if (batch.isEmpty()) {
            batch = new Batch(
                    parts.destinations().lanes().take(most, parts.clock().instant()));
        }
        if (batch.isEmpty()) {
            return Outcome.IDLE;
        }
        batch.unbegun().forEach(this::begin);
        List<Batch.Item> unread = batch.unread();
        if (!unread.isEmpty()) {
            read(unread);
        } else {
            writeToOneStore();
        }
        return Outcome.WORKED;
    }

    /** When the state store fails here, the next step begins this key again. */
    private void begin(Batch.Item item) {
        Optional<ActiveModel> now = parts.models().find(item.change().active().name());
        if (now.isEmpty()) {
            finish(item);
        } else if (item.change().removed()) {
            deleted(item);
        } else if (now.get().state() == ModelState.PAUSED || now.get().state() == ModelState.BROKEN) {
            wait(item);
        } else if (!item.needsRead()) {
            plan(item);
        }
        item.begun();
    }

    private void read(List<Batch.Item> unread) {
        ActiveModel first = unread.get(0).change().active();
        Source source = first.model().source();
        Map<SourceKey, Batch.Item> items = new LinkedHashMap<>();
        for (Batch.Item item : readsOneByOne ? unread.subList(0, 1) : unread) {
            ActiveModel of = item.change().active();
            if (of.model().source().equals(source) && of.epoch().equals(first.epoch())) {
                items.putIfAbsent(item.change().key(), item);
            }
        }
        Optional<Position> notBefore =
                items.values().stream().map(item -> item.change().position()).max(Position::compareTo);
        try {
            Map<SourceKey, Doc> records = parts.failures()
                    .calls()
                    .call(
                            source.at().store(),
                            () -> parts.stores().records(source.at().store()).read(source, items.keySet(), notBefore));
            items.forEach((key, item) -> wasRead(item, records.get(key)));
        } catch (StoreException e) {
            if (items.size() > 1 && e.kind() == StoreException.Kind.PERMANENT) {
                readsOneByOne = true;
                return;
            }
            items.values()
                    .forEach(item -> failed(item, item.change().active().model().streamed(), e));
        }
    }

    private void wasRead(Batch.Item item, @Nullable Doc record) {
        Source source = item.change().active().model().source();
        boolean isSource = record != null && source.includes(record);
        item.readAs(isSource ? record : null);
        if (isSource) {
            plan(item);
        } else if (record != null) {
            deleted(item);
        } else {
            finish(item);
        }
    }

    /** The delete waits durably until it is due (rule R8). A record that a read misses has a delete of its own. */
    private void deleted(Batch.Item item) {
        Routed change = item.change();
        parts.destinations().deletes().add(change.active(), change.key(), change.version(), change.oldestCommit());
        finish(item);
    }

    private void plan(Batch.Item item) {
        Routed change = item.change();
        Doc source = item.source();
        if (source == null) {
            return;
        }
        for (CopyDefinition definition : change.active().model().streamed()) {
            if (change.copies().contains(definition.copy().name())
                    && definition.copy().mode() == Copy.Mode.ENFORCE) {
                planWrite(item, definition, source);
            }
        }
        if (item.writes().isEmpty()) {
            finish(item);
        }
    }

    /** A value that can't be projected is a dead letter of its copies, and holds up nobody. */
    private void planWrite(Batch.Item item, CopyDefinition definition, Doc source) {
        Routed change = item.change();
        try {
            Projected projected = parts.projector().project(definition, change.key(), source);
            item.writes()
                    .add(new Batch.Write(
                            item,
                            new EventWrite(definition, change.key(), change.version(), projected, null),
                            parts.failures().deadLetters().newest()));
        } catch (IllegalArgumentException | ClassCastException | ArithmeticException e) {
            parts.failures().deadLetters().add(definition, change.key(), "*", e);
        }
    }

    private void writeToOneStore() {
        Map<StoreName, List<Batch.Write>> byStore = batch.writesByStore();
        if (byStore.isEmpty()) {
            return;
        }
        Map.Entry<StoreName, List<Batch.Write>> first =
                byStore.entrySet().iterator().next();
        List<Batch.Write> writes = distinctKeys(first.getValue());
        try {
            List<WriteResult> results = parts.failures()
                    .calls()
                    .call(
                            first.getKey(),
                            () -> parts.stores()
                                    .copies(first.getKey())
                                    .write(writes.stream()
                                            .map(Batch.Write::write)
                                            .toList()));
            for (int i = 0; i < results.size(); i++) {
                written(writes.get(i), results.get(i));
            }
        } catch (StoreException e) {
            itemsOf(writes).forEach((item, definitions) -> failed(item, definitions, e));
        }
    }

    /**
     * Two models never share a (definition, key) pair, but one key can wait under two epochs: one of them at a time.
     */
    private static List<Batch.Write> distinctKeys(List<Batch.Write> writes) {
        Map<List<Object>, Batch.Write> distinct = new LinkedHashMap<>();
        writes.forEach(write -> distinct.putIfAbsent(
                List.of(write.definition().id(), write.write().key()), write));
        return new ArrayList<>(distinct.values());
    }

    private static Map<Batch.Item, List<CopyDefinition>> itemsOf(List<Batch.Write> writes) {
        Map<Batch.Item, List<CopyDefinition>> items = new LinkedHashMap<>();
        writes.forEach(write ->
                items.computeIfAbsent(write.item(), item -> new ArrayList<>()).add(write.definition()));
        return items;
    }

    private void written(Batch.Write write, WriteResult result) {
        Batch.Item item = write.item();
        if (!batch.items().contains(item)) {
            return;
        }
        if (result.failed().isPresent()) {
            failed(item, List.of(write.definition()), result.failed().get());
            return;
        }
        for (CopyFailure failure : result.failures()) {
            parts.failures()
                    .deadLetters()
                    .add(
                            write.definition(),
                            item.change().key(),
                            failure.record().canonical(),
                            failure.cause());
        }
        write.count(result.applied());
        Optional<Cursor> next = result.next();
        if (next.isPresent() && write.pages() < mostPages) {
            write.goOn(next.get());
            return;
        }
        if (next.isPresent()) {
            parts.destinations().tasks().add(task(write, next.get()));
        } else {
            told(write);
        }
        item.writes().remove(write);
        if (item.writes().isEmpty()) {
            finish(item);
        }
    }

    /** Letters that this write itself brought are newer than its beginning, and so stay. */
    private void told(Batch.Write write) {
        Routed change = write.item().change();
        parts.failures().deadLetters().written(write.definition(), change.key(), write.since());
        parts.signals().applied(write.definition(), change.key(), write.applied(), change.oldestCommit());
    }

    /** What is left of a fan-out that is too large for one go. */
    private Task task(Batch.Write write, Cursor next) {
        Routed change = write.item().change();
        CopyName copy = write.definition().copy().name();
        return new Task(
                0,
                change.active().name(),
                change.key().canonical(),
                change.version(),
                change.oldestCommit(),
                parts.clock().instant(),
                0,
                TaskStore.State.RUNNING,
                List.of(new Part(copy, 0, next, false, write.applied(), 0)));
    }

    /** The key could not be applied as a whole: again later, or put aside durably so that nothing waits for it (P8). */
    private void failed(Batch.Item item, List<CopyDefinition> definitions, StoreException e) {
        Routed change = item.change();
        switch (e.kind()) {
            case ACCESS_PATH_LOST -> {
                parts.models().setState(change.active().name(), ModelState.BROKEN, e.getMessage());
                wait(item);
            }
            case PERMANENT, HISTORY_LOST -> {
                definitions.forEach(definition -> parts.failures().deadLetters().add(definition, change.key(), "*", e));
                item.writes().removeIf(write -> definitions.contains(write.definition()));
                if (item.writes().isEmpty() || item.needsRead()) {
                    finish(item);
                }
            }
            default -> later(item);
        }
    }

    private void later(Batch.Item item) {
        Routed again = item.change().failedOnce();
        boolean down = item.change().active().model().definitions().stream()
                .anyMatch(definition ->
                        parts.failures().calls().refuses(definition.copy().at().store()));
        if ((down && again.attempts() > 3) || again.attempts() >= MOST_ATTEMPTS) {
            wait(item);
            return;
        }
        batch.remove(item);
        parts.destinations()
                .lanes()
                .defer(
                        again,
                        parts.clock().instant().plus(parts.failures().backoff().after(again.attempts())));
    }

    private void wait(Batch.Item item) {
        Routed change = item.change();
        parts.destinations()
                .waiting()
                .add(List.of(
                        WaitingKey.of(change.active().name(), null, change.key().canonical(), change.oldestCommit())));
        finish(item);
    }

    private void finish(Batch.Item item) {
        batch.remove(item);
        parts.destinations().lanes().finish(item.change());
    }
}
