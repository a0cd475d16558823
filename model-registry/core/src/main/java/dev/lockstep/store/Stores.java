package dev.lockstep.store;

import dev.lockstep.registry.StoreName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The configured stores. A connector is made when it is first asked for; safe for many threads. */
public final class Stores implements AutoCloseable {
    private final Map<StoreName, Map<String, String>> settings;
    private final Map<String, ConnectorFactory> factories;
    private final Map<StoreName, Connector> open = new LinkedHashMap<>();

    /**
     * Stores with these settings, each with its {@code kind}.
     *
     * @throws IllegalArgumentException naming every store without a kind or with one that no connector offers
     */
    public Stores(Map<StoreName, Map<String, String>> settings, Collection<ConnectorFactory> factories) {
        this.settings = Map.copyOf(settings);
        this.factories = factories.stream().collect(Collectors.toMap(ConnectorFactory::kind, factory -> factory));
        List<String> wrong = settings.entrySet().stream()
                .filter(store -> !this.factories.containsKey(store.getValue().getOrDefault("kind", "")))
                .map(store -> "lockstep.stores." + store.getKey() + ".kind is \""
                        + store.getValue().getOrDefault("kind", "") + "\"")
                .toList();
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("Could not configure the stores: " + String.join("; ", wrong)
                    + ". Kinds that are available: " + String.join(", ", this.factories.keySet()) + ".");
        }
    }

    /** The configured names. */
    public Set<StoreName> names() {
        return settings.keySet();
    }

    /** The configured kind of a store. */
    public String kind(StoreName name) {
        return required(name).getOrDefault("kind", "");
    }

    /** The connector of a store; throws IllegalArgumentException for a name that is not configured. */
    public synchronized Connector get(StoreName name) {
        Connector existing = open.get(name);
        if (existing != null) {
            return existing;
        }
        Map<String, String> own = new LinkedHashMap<>(required(name));
        String kind = own.remove("kind");
        ConnectorFactory factory = kind == null ? null : factories.get(kind);
        if (factory == null) {
            throw new IllegalArgumentException("no connector offers the kind " + kind);
        }
        Connector made = factory.open(name, own);
        open.put(name, made);
        return made;
    }

    private Map<String, String> required(StoreName name) {
        Map<String, String> own = settings.get(name);
        if (own == null) {
            throw new IllegalArgumentException("the store \"" + name + "\" is not configured; configured are "
                    + settings.keySet().stream().sorted().toList());
        }
        return own;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(Connector::close);
        open.clear();
    }
}
