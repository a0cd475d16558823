package dev.lockstep.fanout.resync;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Walks the sources and writes every copy by an event write at position 0 of the model's epoch (rule R7): whatever
 * capture has seen since is newer, and copies already labelled in this epoch are left alone.
 */
final class FillJob implements Job {
    /** Few, so that live changes get in between. */
    private static final int WRITES_AT_A_TIME = 25;

    private final ResyncParts parts;
    private final ActiveModel active;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private final Deque<EventWrite> writes = new ArrayDeque<>();
    private @Nullable Cursor cursor;
    private boolean started;
    private Progress progress = Progress.NONE;

    FillJob(ResyncParts parts, ActiveModel active) {
        this.parts = parts;
        this.active = active;
    }

    @Override
    public boolean step() {
        if (!started) {
            segments.addAll(reader().segments(source(), 1));
            started = true;
            return true;
        }
        if (!writes.isEmpty()) {
            write();
            return true;
        }
        if (segments.isEmpty()) {
            return false;
        }
        readPage();
        return true;
    }

    private Source source() {
        return active.model().source();
    }

    private RecordReader reader() {
        return parts.check().stores().records(source().at().store());
    }

    private void readPage() {
        RecordReader.Page page = reader().scan(source(), segments.getFirst(), cursor, parts.page());
        long skipped = 0;
        for (Doc record : page.records()) {
            Optional<SourceKey> key = source().key().match(record);
            boolean isSource = key.isPresent() && source().includes(record);
            if (isSource) {
                plan(key.get(), record);
            } else {
                skipped++;
            }
        }
        progress = progress.plus(page.records().size(), 0, 0, skipped);
        cursor = page.next().orElse(null);
        if (page.next().isEmpty()) {
            segments.removeFirst();
        }
    }

    private void plan(SourceKey key, Doc record) {
        for (CopyDefinition definition : active.model().streamed()) {
            if (definition.copy().mode() == Copy.Mode.ENFORCE) {
                writes.add(new EventWrite(
                        definition,
                        key,
                        new Version(active.epoch(), Position.ZERO),
                        parts.projector().project(definition, key, record),
                        null));
            }
        }
    }

    /** One page of writes to one store; what is cut in pages goes to the end of the line. */
    private void write() {
        Map<StoreName, List<EventWrite>> byStore = new LinkedHashMap<>();
        for (EventWrite write : writes.stream().limit(WRITES_AT_A_TIME).toList()) {
            byStore.computeIfAbsent(write.definition().copy().at().store(), store -> new ArrayList<>())
                    .add(write);
        }
        var first = byStore.entrySet().iterator().next();
        List<WriteResult> results =
                parts.check().stores().copies(first.getKey()).write(first.getValue());
        for (int i = 0; i < results.size(); i++) {
            written(first.getValue().get(i), results.get(i));
        }
    }

    private void written(EventWrite write, WriteResult result) {
        if (result.failed().isPresent()) {
            StoreException cause = result.failed().get();
            if (cause.kind() != StoreException.Kind.PERMANENT) {
                throw cause;
            }
            parts.outputs().deadLetters().add(write.definition(), write.key(), "*", cause);
            progress = progress.plus(0, 0, 0, 1);
            writes.remove(write);
            return;
        }
        result.failures()
                .forEach(failure -> parts.outputs()
                        .deadLetters()
                        .add(write.definition(), write.key(), failure.record().canonical(), failure.cause()));
        progress = progress.plus(0, 0, result.applied(), result.failures().size());
        writes.remove(write);
        result.next()
                .ifPresent(next -> writes.addLast(
                        new EventWrite(write.definition(), write.key(), write.version(), write.projected(), next)));
    }

    @Override
    public Progress progress() {
        return progress;
    }

    /** A fill can begin again at no harm: what it wrote is labelled in this epoch and left alone. */
    @Override
    public @Nullable String cursor() {
        return null;
    }
}
