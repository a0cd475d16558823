package dev.lockstep.store;

import dev.lockstep.registry.StoreName;
import java.util.Map;

/**
 * Makes the streams of a kind of store whose reads another module does, so that an application that only reads needs
 * nothing of what capture needs. The connector asks for it when the first stream is wanted; each capture module offers
 * one as a Spring bean.
 */
public interface CaptureFactory {
    /** The kind of store, as in {@link ConnectorFactory#kind()}. */
    String kind();

    /**
     * Makes the streams without talking to the store.
     *
     * @param name the configured name
     * @param settings the store's settings, which the connector has validated
     */
    Capture open(StoreName name, Map<String, String> settings);

    /** Streams that belong to a connector; safe for many threads. */
    interface Capture extends ChangeSource, AutoCloseable {
        /** Ends every stream that is open; their next poll fails with TRANSIENT. */
        @Override
        void close();
    }
}
