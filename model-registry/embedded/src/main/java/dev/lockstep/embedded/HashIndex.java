package dev.lockstep.embedded;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A non-unique index that finds the candidates of an equality on its leading field. What it finds is always checked
 * against the whole query, so it may name too many documents and never too few.
 */
final class HashIndex extends Index<Integer> {
    private final String field;
    private final Map<Object, Set<Integer>> positions = new HashMap<>();
    private long entries;

    HashIndex(String name, List<IndexKey> keys, boolean sparse) {
        super(name, keys, sparse);
        this.field = keys.get(0).getKey();
    }

    /** The candidates for a condition on the leading field, null if the index cannot tell. */
    @Nullable
    Set<Integer> candidates(@Nullable Object condition) {
        if (condition instanceof Document operators) {
            if (operators.get("$in") instanceof Collection<?> values) {
                return union(values);
            }
            return operators.containsKey("$eq") ? candidates(operators.get("$eq")) : null;
        }
        return condition != null && Scalars.isScalar(condition)
                ? positions.getOrDefault(Scalars.normal(condition), Set.of())
                : null;
    }

    private @Nullable Set<Integer> union(Collection<?> values) {
        Set<Integer> union = new LinkedHashSet<>();
        for (Object value : values) {
            Set<Integer> some = value instanceof Document ? null : candidates(value);
            if (some == null) {
                return null;
            }
            union.addAll(some);
        }
        return union;
    }

    private Set<Object> keysOf(Document document) {
        Set<Object> keys = new HashSet<>();
        collect(Utils.getSubdocumentValueCollectionAware(document, field), keys);
        return keys;
    }

    private static void collect(@Nullable Object value, Set<Object> keys) {
        if (value instanceof Collection<?> values) {
            values.forEach(each -> collect(each, keys));
        } else if (value != null && !(value instanceof Missing) && Scalars.isScalar(value)) {
            keys.add(Scalars.normal(value));
        }
    }

    @Override
    public void add(Document document, Integer position, MongoCollection<Integer> collection) {
        for (Object key : keysOf(document)) {
            if (positions.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(position)) {
                entries++;
            }
        }
    }

    void remove(Document document, Integer position) {
        for (Object key : keysOf(document)) {
            Set<Integer> of = positions.get(key);
            if (of != null && of.remove(position)) {
                entries--;
                if (of.isEmpty()) {
                    positions.remove(key);
                }
            }
        }
    }

    @Override
    public void updateInPlace(Document before, Document after, Integer position, MongoCollection<Integer> collection) {
        Set<Object> old = keysOf(before);
        if (!old.equals(keysOf(after))) {
            remove(before, position);
            add(after, position, collection);
        }
    }

    /** The positions of documents are found by the unique {@code _id} index, never by this one. */
    @Override
    @SuppressWarnings("NullAway") // null is how the superclass says "cannot tell"
    public Integer getPosition(Document document) {
        return null;
    }

    /** Entries go by {@link #remove(Document, Integer)}, which knows the position. */
    @Override
    @SuppressWarnings("NullAway") // null is how the superclass says "cannot tell"
    public Integer remove(Document document) {
        return null;
    }

    @Override
    protected boolean isSparse() {
        return true;
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Integer> collection) {
        // never a duplicate
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Integer> collection) {
        // never a duplicate
    }

    @Override
    public boolean canHandle(Document query) {
        return false;
    }

    @Override
    public Iterable<Integer> getPositions(Document query) {
        return new ArrayList<>();
    }

    @Override
    public long getCount() {
        return entries;
    }

    @Override
    public long getDataSize() {
        return entries;
    }

    @Override
    public void drop() {
        positions.clear();
        entries = 0;
    }
}
