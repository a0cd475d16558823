package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Copies in DynamoDB. */
final class DynamoCopyStore implements CopyStore {
    private final Client client;
    private final CopyReader reader;
    private final EventWriter events;
    private final CheckWriter checks;

    DynamoCopyStore(Client client) {
        CopyWriter writer = new CopyWriter(client);
        this.client = client;
        this.reader = new CopyReader(client);
        this.events = new EventWriter(client, writer);
        this.checks = new CheckWriter(client, writer);
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

    /** Global indexes follow their table; what is not known to be local is taken for one. */
    @Override
    public boolean isConsistent(CopyDefinition definition) {
        Table table = client.lastSeen(definition.copy().at().collection());
        Find find = definition.copy().find();
        if (find instanceof Find.ByKey byKey && byKey.index() == null) {
            return true;
        }
        return table != null && new CopyQuery(definition, client, table).isStrong();
    }

    @Override
    public Optional<RecordKey> onlyRecord(CopyDefinition definition, SourceKey key) {
        if (!(definition.copy().find() instanceof Find.ByKey)) {
            return Optional.empty();
        }
        return EventWriter.only(new CopyQuery(definition, client), definition, key);
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
