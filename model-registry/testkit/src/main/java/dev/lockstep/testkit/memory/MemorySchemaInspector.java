package dev.lockstep.testkit.memory;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Looks at the declared keys and indexes of a {@link MemoryStore}. */
final class MemorySchemaInspector implements SchemaInspector {
    private final InMemoryConnector connector;

    MemorySchemaInspector(InMemoryConnector connector) {
        this.connector = connector;
    }

    @Override
    public List<Problem> inspectSource(Model model) {
        return connector.run(Operation.INSPECT, () -> {
            Source source = model.source();
            if (!connector.store().exists(source.at().collection())) {
                return List.of(missing("source.collection", source.at().collection()));
            }
            MemoryCollection collection = connector.collection(source.at());
            Set<FieldPath> attributes = Set.copyOf(source.key().attributes());
            boolean unique = Lookup.isPrimary(collection, source.key())
                    || collection.indexes.values().stream()
                            .map(IndexTable::index)
                            .anyMatch(index ->
                                    index.unique() && Set.copyOf(index.paths()).equals(attributes));
            return unique
                    ? List.of()
                    : List.of(Problem.error(
                            "source.key",
                            "source-key-not-unique",
                            "the source key " + source.key().attributes() + " is neither the primary key nor unique",
                            "create a unique index on " + source.key().attributes()));
        });
    }

    @Override
    public AccessPath inspectCopy(CopyDefinition definition) {
        return connector.run(Operation.INSPECT, () -> {
            String path = "copies[" + definition.model().copies().indexOf(definition.copy()) + "]";
            Copy copy = definition.copy();
            if (!connector.store().exists(copy.at().collection())) {
                return new AccessPath(
                        "none", List.of(missing(path + ".collection", copy.at().collection())));
            }
            MemoryCollection collection = connector.collection(copy.at());
            if (copy.find() instanceof Find.ByIndex byIndex) {
                return byIndex(collection, definition, byIndex.index(), path);
            }
            if (copy.find() instanceof Find.ByKey byKey && Lookup.isComplete(collection, byKey)) {
                return new AccessPath("one record by its primary key", List.of());
            }
            return new AccessPath(
                    "none",
                    List.of(Problem.error(
                            path + ".find",
                            "find-not-available",
                            "this form of find is not available on this store yet",
                            "use an index or the complete key")));
        });
    }

    private static AccessPath byIndex(
            MemoryCollection collection, CopyDefinition definition, String name, String path) {
        IndexTable index = collection.indexes.get(name);
        if (index != null && leads(index.index(), definition)) {
            return new AccessPath("the index " + name + " on " + index.index().paths(), List.of());
        }
        String wanted =
                Lookup.inRecord(definition.copy(), pointer(definition)).keySet().toString();
        return new AccessPath(
                "none",
                List.of(Problem.error(
                        path + ".find.index",
                        index == null ? "index-missing" : "index-not-on-pointer",
                        index == null
                                ? "there is no index " + name + " on " + collection.ref
                                : "the index " + name + " does not lead with " + wanted,
                        "create the index " + name + " on " + wanted)));
    }

    private static boolean leads(MemoryIndex index, CopyDefinition definition) {
        return Lookup.leading(index, Lookup.inRecord(definition.copy(), pointer(definition))) != null;
    }

    private static Map<FieldPath, Value> pointer(CopyDefinition definition) {
        Map<FieldPath, Value> attributes = new LinkedHashMap<>();
        definition.copy().pointer().attributes().forEach(attribute -> attributes.put(attribute, Value.Null.NULL));
        return attributes;
    }

    @Override
    public List<String> indexesFor(CopyDefinition definition) {
        return connector.run(
                Operation.INSPECT,
                () -> connector.collection(definition.copy().at()).indexes.values().stream()
                        .map(IndexTable::index)
                        .filter(index -> leads(index, definition))
                        .map(MemoryIndex::name)
                        .toList());
    }

    @Override
    public Sizes sizes(CopyDefinition definition, Source source) {
        return connector.run(Operation.INSPECT, () -> {
            Map<SourceKey, Long> counts = new HashMap<>();
            long copies = 0;
            for (Row row : connector.collection(definition.copy().at()).rows.values()) {
                if (row.record != null) {
                    copies++;
                    definition.copy().pointer().match(row.record).ifPresent(key -> counts.merge(key, 1L, Long::sum));
                }
            }
            long sources = connector.collection(source.at()).rows.values().stream()
                    .filter(row -> row.record != null)
                    .count();
            return new Sizes(OptionalLong.of(sources), OptionalLong.of(copies), quantiles(counts), largest(counts));
        });
    }

    private static Map<String, Long> quantiles(Map<SourceKey, Long> counts) {
        List<Long> sorted = new ArrayList<>(counts.values());
        sorted.sort(null);
        Map<String, Long> quantiles = new TreeMap<>();
        if (!sorted.isEmpty()) {
            quantiles.put("p50", sorted.get((sorted.size() - 1) / 2));
            quantiles.put("p99", sorted.get((sorted.size() - 1) * 99 / 100));
            quantiles.put("max", sorted.get(sorted.size() - 1));
        }
        return quantiles;
    }

    private static Map<SourceKey, Long> largest(Map<SourceKey, Long> counts) {
        Map<SourceKey, Long> largest = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<SourceKey, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(10)
                .forEach(entry -> largest.put(entry.getKey(), entry.getValue()));
        return largest;
    }

    private static Problem missing(String path, String collection) {
        return Problem.error(path, "collection-missing", "there is no collection " + collection, "create it first");
    }
}
