package dev.lockstep.testkit.memory;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.store.ConnectorFactory;
import java.util.Map;

/** Makes connectors of kind {@code memory} to stores that are given by name; no settings. */
public final class InMemoryConnectorFactory implements ConnectorFactory {
    private final Map<StoreName, MemoryStore> stores;
    private final MemorySettings settings;

    /** A factory for these stores. */
    public InMemoryConnectorFactory(Map<StoreName, MemoryStore> stores, MemorySettings settings) {
        this.stores = Map.copyOf(stores);
        this.settings = settings;
    }

    @Override
    public String kind() {
        return "memory";
    }

    @Override
    public Connector open(StoreName name, Map<String, String> unused) {
        if (!unused.isEmpty()) {
            throw new IllegalArgumentException(
                    "a store of kind memory has no settings, but there are " + unused.keySet());
        }
        MemoryStore store = stores.get(name);
        if (store == null) {
            throw new IllegalArgumentException("there is no memory store " + name + " but " + stores.keySet());
        }
        return new InMemoryConnector(store, settings);
    }
}
