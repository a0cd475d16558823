package dev.lockstep.testkit.memory;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records of one collection by primary key, with their indexes. Guarded by its store's lock. */
final class MemoryCollection {
    final CollectionRef ref;
    final List<String> primaryKey;
    final NavigableMap<String, Row> rows = new TreeMap<>();
    final Map<String, IndexTable> indexes = new LinkedHashMap<>();

    MemoryCollection(CollectionRef ref, List<String> primaryKey) {
        this.ref = ref;
        this.primaryKey = List.copyOf(primaryKey);
    }

    RecordKey keyOf(Doc record) {
        Map<String, Value> attributes = new LinkedHashMap<>();
        for (String attribute : primaryKey) {
            Value value = record.entries().get(attribute);
            if (value == null) {
                throw new IllegalArgumentException("a record of " + ref + " needs the key attribute " + attribute);
            }
            attributes.put(attribute, value);
        }
        return new RecordKey(Doc.of(attributes));
    }

    Row place(RecordKey key) {
        return rows.computeIfAbsent(IndexKeys.idOf(key.attributes()), id -> new Row(key, id));
    }

    @Nullable
    Row find(RecordKey key) {
        return rows.get(IndexKeys.idOf(key.attributes()));
    }

    void addIndex(MemoryIndex index) {
        IndexTable table = new IndexTable(index);
        rows.values().forEach(table::show);
        indexes.put(index.name(), table);
    }

    void show(Row row) {
        indexes.values().forEach(index -> index.show(row));
    }

    void clear() {
        rows.clear();
        indexes.values().forEach(IndexTable::clear);
    }
}
