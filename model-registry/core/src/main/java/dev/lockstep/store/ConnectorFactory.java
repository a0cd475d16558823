package dev.lockstep.store;

import dev.lockstep.registry.StoreName;
import java.util.Map;

/** Makes connectors of one kind; each connector module offers one as a Spring bean. */
public interface ConnectorFactory {
    /** The kind, as in {@code lockstep.stores.<name>.kind}. */
    String kind();

    /**
     * Makes a connector without talking to the store, so that a store that is down does not keep the service from
     * starting.
     *
     * @param name the configured name
     * @param settings the store's settings without {@code kind}, keys in kebab case
     * @throws IllegalArgumentException that names every unknown, missing or malformed setting and what it may be
     */
    Connector open(StoreName name, Map<String, String> settings);
}
