package dev.lockstep.testkit.memory;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Elements;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds rows by key or by a declared index, never by looking at all of them. */
final class Lookup {
    private Lookup() {}

    /** Places of the copies of a source by the registered path, in key order; the caller tests the pointer. */
    static NavigableMap<String, Row> copies(MemoryCollection collection, CopyDefinition definition, SourceKey key) {
        Copy copy = definition.copy();
        if (copy.find() instanceof Find.ByIndex byIndex) {
            IndexTable index = collection.indexes.get(byIndex.index());
            List<Value> leading =
                    index == null ? null : leading(index.index(), inRecord(copy, render(copy.pointer(), key)));
            if (index == null || leading == null) {
                throw lost(collection, "the index " + byIndex.index() + " on its pointer");
            }
            return index.rows(leading);
        }
        if (copy.find() instanceof Find.ByKey byKey && isComplete(collection, byKey)) {
            return single(collection.find(primaryKey(render(byKey.key(), key))));
        }
        throw new StoreException(
                StoreException.Kind.PERMANENT,
                "Could not find copies of " + definition + ": the in-memory store finds by index or complete key only.",
                null);
    }

    /** Places of the record that a source key names, by primary key or unique index. */
    static Collection<Row> byKey(MemoryCollection collection, KeyPattern pattern, SourceKey key) {
        Map<FieldPath, Value> values = render(pattern, key);
        if (isPrimary(collection, pattern)) {
            return single(collection.find(primaryKey(values))).values();
        }
        for (IndexTable index : collection.indexes.values()) {
            List<Value> leading =
                    index.index().unique() && index.index().paths().size() == values.size()
                            ? leading(index.index(), values)
                            : null;
            if (leading != null) {
                return index.rows(leading).values();
            }
        }
        throw lost(collection, "a unique index on " + pattern.attributes());
    }

    /** True when the pattern gives the whole primary key, and nothing else. */
    static boolean isComplete(MemoryCollection collection, Find.ByKey find) {
        return find.index() == null
                && find.buckets().isEmpty()
                && find.prefix().parts().isEmpty()
                && isPrimary(collection, find.key());
    }

    static boolean isPrimary(MemoryCollection collection, KeyPattern pattern) {
        List<FieldPath> attributes = pattern.attributes();
        return attributes.size() == collection.primaryKey.size()
                && attributes.stream()
                        .allMatch(path -> path.segments().size() == 1 && collection.primaryKey.contains(path.head()));
    }

    /** The values of an index's leading paths, or {@code null} when the rendered attributes are not just these. */
    static @Nullable List<Value> leading(MemoryIndex index, Map<FieldPath, Value> rendered) {
        if (rendered.size() > index.paths().size()) {
            return null;
        }
        List<Value> values = new ArrayList<>();
        for (FieldPath path : index.paths().subList(0, rendered.size())) {
            Value value = rendered.get(path);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    /** Where pointer attributes are in the record: with elements, inside the list. */
    static <T> Map<FieldPath, T> inRecord(Copy copy, Map<FieldPath, T> attributes) {
        Elements elements = copy.elements();
        if (elements == null) {
            return attributes;
        }
        Map<FieldPath, T> moved = new LinkedHashMap<>();
        attributes.forEach((path, value) -> {
            List<String> whole = new ArrayList<>(elements.path().segments());
            whole.addAll(path.segments());
            moved.put(new FieldPath(whole), value);
        });
        return moved;
    }

    private static Map<FieldPath, Value> render(KeyPattern pattern, SourceKey key) {
        try {
            return pattern.render(key);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    StoreException.Kind.PERMANENT, "Could not look up " + key + ": " + e.getMessage() + ".", e);
        }
    }

    static RecordKey primaryKey(Map<FieldPath, Value> values) {
        Map<String, Value> attributes = new LinkedHashMap<>();
        values.forEach((path, value) -> attributes.put(path.head(), value));
        return new RecordKey(Doc.of(attributes));
    }

    private static NavigableMap<String, Row> single(@Nullable Row row) {
        NavigableMap<String, Row> rows = new TreeMap<>();
        if (row != null) {
            rows.put(row.id, row);
        }
        return rows;
    }

    private static StoreException lost(MemoryCollection collection, String what) {
        return new StoreException(
                StoreException.Kind.ACCESS_PATH_LOST,
                "Could not look up records of " + collection.ref + ": it has not " + what + ". Create it again.",
                null);
    }
}
