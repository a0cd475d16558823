package dev.lockstep.testkit.memory;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.store.StoreDescription;
import dev.lockstep.store.StoreException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A connector to a {@link MemoryStore}: finds by index and by complete key, with and without elements. Costs nothing to
 * make, has no threads; safe for many.
 */
public final class InMemoryConnector implements Connector {
    private final MemoryStore store;
    private final MemorySettings settings;
    private final ChangeSource changes;
    private final RecordReader records;
    private final CopyStore copies;
    private final SchemaInspector inspector;
    private volatile boolean closed;

    /** A connector with plain settings. */
    public InMemoryConnector(MemoryStore store) {
        this(store, MemorySettings.plain());
    }

    /** A connector with these settings. */
    public InMemoryConnector(MemoryStore store, MemorySettings settings) {
        this.store = store;
        this.settings = settings;
        this.changes = new MemoryChangeSource(this);
        this.records = new MemoryRecordReader(this);
        this.copies = new MemoryCopyStore(this);
        this.inspector = new MemorySchemaInspector(this);
    }

    @Override
    public StoreName name() {
        return store.name();
    }

    @Override
    public StoreDescription describe() {
        return run(
                Operation.DESCRIBE,
                () -> new StoreDescription("In-memory store", true, true, "memory:" + store.name(), List.of()));
    }

    @Override
    public ChangeSource changes() {
        return changes;
    }

    @Override
    public RecordReader records() {
        return records;
    }

    @Override
    public CopyStore copies() {
        return copies;
    }

    @Override
    public SchemaInspector inspector() {
        return inspector;
    }

    @Override
    public void close() {
        store.locked(() -> {
            closed = true;
            store.changed.signalAll();
            return this;
        });
    }

    MemoryStore store() {
        return store;
    }

    MemorySettings settings() {
        return settings;
    }

    /** Throws TRANSIENT once this connector is closed. */
    void requireOpen() {
        if (closed) {
            throw new StoreException(
                    StoreException.Kind.TRANSIENT,
                    "Could not reach " + store.name() + ": the connector is closed.",
                    null);
        }
    }

    MemoryCollection collection(CollectionRef ref) {
        if (!ref.store().equals(store.name())) {
            throw new StoreException(
                    StoreException.Kind.PERMANENT,
                    "Could not use " + ref + ": this connector is that of " + store.name() + ".",
                    null);
        }
        return store.collection(ref.collection());
    }

    /** Runs one operation under the store's lock, between its faults. */
    <T> T run(Operation operation, Supplier<T> work) {
        return store.locked(() -> {
            requireOpen();
            settings.faults().before(operation);
            T result = work.get();
            settings.faults().after(operation);
            return result;
        });
    }
}
