package dev.lockstep.connectors.mongodb;

import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Copies in MongoDB. */
final class MongoCopyStore implements CopyStore {
    private static final FieldPath ID = FieldPath.of("_id");

    private final CopyReader reader;
    private final EventWriter events;
    private final CheckWriter checks;

    MongoCopyStore(Databases databases) {
        this.reader = new CopyReader(databases);
        this.events = new EventWriter(databases);
        this.checks = new CheckWriter(databases, reader);
    }

    @Override
    public List<WriteResult> write(List<EventWrite> writes) {
        return events.write(writes);
    }

    @Override
    public WriteResult remove(CopyDefinition definition, SourceKey key, Version version, @Nullable Cursor from) {
        return events.remove(definition, key, version, from);
    }

    @Override
    public CopyPage find(CopyDefinition definition, SourceKey key, @Nullable Cursor after, int limit) {
        return reader.find(definition, key, after, limit);
    }

    @Override
    public OptionalLong count(CopyDefinition definition, SourceKey key) {
        return events.count(definition, key);
    }

    @Override
    public Optional<RecordKey> onlyRecord(CopyDefinition definition, SourceKey key) {
        boolean complete = definition.copy().elements() == null
                && definition.copy().find() instanceof Find.ByKey byKey
                && byKey.index() == null
                && byKey.prefix().parts().isEmpty()
                && byKey.buckets().isEmpty()
                && byKey.key().attributes().equals(List.of(ID));
        return complete && definition.copy().find() instanceof Find.ByKey byKey
                ? byKey.key().render(key).values().stream().findFirst().map(id -> new RecordKey(Doc.of("_id", id)))
                : Optional.empty();
    }

    @Override
    public List<CopyState> read(CopyDefinition definition, Collection<RecordKey> records) {
        return reader.read(definition, records);
    }

    @Override
    public List<CheckResult> check(List<CheckWrite> writes) {
        return checks.check(writes);
    }

    @Override
    public List<Segment> segments(CopyDefinition definition, int wanted) {
        return reader.segments(definition, wanted);
    }

    @Override
    public CopyPage scan(CopyDefinition definition, Segment segment, @Nullable Cursor after, int limit) {
        return reader.scan(definition, segment, after, limit);
    }

    @Override
    public List<CopyState> sample(CopyDefinition definition, int size) {
        return reader.sample(definition, size);
    }
}
