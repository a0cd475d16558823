package dev.lockstep.store;

import dev.lockstep.registry.StoreName;

/**
 * One configured store. Made lazily by a {@link ConnectorFactory} when the first model needs it, closed when the
 * application ends. All parts are safe for use by many threads at once unless they say otherwise, block while they talk
 * to the store, and throw {@link StoreException} only. An interrupted call throws a TRANSIENT one with the thread's
 * interrupt flag set.
 */
public interface Connector extends AutoCloseable {
    /** The configured name. */
    StoreName name();

    /** What the store says about itself; asks it. */
    StoreDescription describe();

    /** Streams of changes. */
    ChangeSource changes();

    /** Strong reads and scans of sources. */
    RecordReader records();

    /** Look-ups, reads and writes of copies. */
    CopyStore copies();

    /** Indexes, stream settings, rights and sizes. */
    SchemaInspector inspector();

    /** Ends connections; streams that are open end with a TRANSIENT failure. */
    @Override
    void close();
}
