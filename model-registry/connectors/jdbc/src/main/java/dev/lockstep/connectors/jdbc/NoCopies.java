package dev.lockstep.connectors.jdbc;

import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says that copies in PostgreSQL are not available; models with such copies are refused before they get here. */
record NoCopies(StoreName store) implements CopyStore {
    private StoreException refusal() {
        return new StoreException(
                StoreException.Kind.PERMANENT,
                "Could not reach copies in store " + store
                        + ": copies in PostgreSQL are not available yet. Keep the copies in another store.",
                null);
    }

    @Override
    public List<WriteResult> write(List<EventWrite> writes) {
        throw refusal();
    }

    @Override
    public WriteResult remove(CopyDefinition definition, SourceKey key, Version version, @Nullable Cursor from) {
        throw refusal();
    }

    @Override
    public CopyPage find(CopyDefinition definition, SourceKey key, @Nullable Cursor after, int limit) {
        throw refusal();
    }

    @Override
    public List<CopyState> read(CopyDefinition definition, Collection<RecordKey> records) {
        throw refusal();
    }

    @Override
    public List<CheckResult> check(List<CheckWrite> writes) {
        throw refusal();
    }

    @Override
    public List<Segment> segments(CopyDefinition definition, int wanted) {
        throw refusal();
    }

    @Override
    public CopyPage scan(CopyDefinition definition, Segment segment, @Nullable Cursor after, int limit) {
        throw refusal();
    }

    @Override
    public List<CopyState> sample(CopyDefinition definition, int size) {
        throw refusal();
    }
}
