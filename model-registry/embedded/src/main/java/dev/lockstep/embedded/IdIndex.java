package dev.lockstep.embedded;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The unique index on {@code _id}: by value for single look-ups, and in order for pages and ranges. */
final class IdIndex extends Index<Integer> {
    private final Map<@Nullable Object, Integer> byValue = new HashMap<>();
    private final NavigableMap<Object, Integer> inOrder = new TreeMap<>(ValueComparator.asc());

    IdIndex(String name, List<IndexKey> keys) {
        super(name, keys, false);
    }

    private static @Nullable Object normal(@Nullable Object id) {
        return id == null ? null : Scalars.normal(id);
    }

    /** The positions for an equality or {@code $in}, null if the condition is neither. */
    @Nullable
    Collection<Integer> candidates(@Nullable Object condition) {
        if (condition instanceof Document operators) {
            if (operators.get("$in") instanceof Collection<?> values) {
                return union(values);
            }
            if (operators.containsKey("$eq")) {
                return candidates(operators.get("$eq"));
            }
            return Expressions.isOperator(operators) ? null : one(operators);
        }
        return Scalars.isScalar(condition) ? one(condition) : null;
    }

    private List<Integer> one(@Nullable Object id) {
        Integer position = byValue.get(normal(id));
        return position == null ? List.of() : List.of(position);
    }

    private @Nullable Collection<Integer> union(Collection<?> values) {
        Set<Integer> union = new LinkedHashSet<>();
        for (Object value : values) {
            if (!Scalars.isScalar(value)) {
                return null;
            }
            union.addAll(one(value));
        }
        return union;
    }

    /** Positions in the order of ids, cut to what the condition's bounds leave; null if there are ids of null. */
    @Nullable
    Collection<Integer> ordered(@Nullable Object condition, boolean descending) {
        if (byValue.containsKey(null)) {
            return null;
        }
        NavigableMap<Object, Integer> map = inOrder;
        if (condition instanceof Document bounds) {
            for (Map.Entry<String, Object> bound : bounds.entrySet()) {
                map = cut(map, bound.getKey(), bound.getValue());
            }
        }
        return descending ? map.descendingMap().values() : map.values();
    }

    private static NavigableMap<Object, Integer> cut(
            NavigableMap<Object, Integer> map, String operator, @Nullable Object bound) {
        if (bound == null || !Scalars.isScalar(bound) || map.isEmpty()) {
            return map;
        }
        return switch (operator) {
            case "$gt" -> outside(map.lastKey(), bound, 1, true) ? new TreeMap<>() : tail(map, bound, false);
            case "$gte" -> outside(map.lastKey(), bound, 1, false) ? new TreeMap<>() : tail(map, bound, true);
            case "$lt" -> outside(map.firstKey(), bound, -1, true) ? new TreeMap<>() : head(map, bound, false);
            case "$lte" -> outside(map.firstKey(), bound, -1, false) ? new TreeMap<>() : head(map, bound, true);
            default -> map;
        };
    }

    private static boolean outside(Object edge, Object bound, int sign, boolean strict) {
        int order = sign * ValueComparator.asc().compare(bound, edge);
        return strict ? order >= 0 : order > 0;
    }

    private static NavigableMap<Object, Integer> tail(
            NavigableMap<Object, Integer> map, Object from, boolean inclusive) {
        boolean wider = ValueComparator.asc().compare(from, map.firstKey()) < 0;
        return wider ? map : map.tailMap(from, inclusive);
    }

    private static NavigableMap<Object, Integer> head(NavigableMap<Object, Integer> map, Object to, boolean inclusive) {
        boolean wider = ValueComparator.asc().compare(to, map.lastKey()) > 0;
        return wider ? map : map.headMap(to, inclusive);
    }

    @Override
    @SuppressWarnings("NullAway") // null is how the superclass says "not there"
    public Integer getPosition(Document document) {
        return byValue.get(normal(document.get("_id")));
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Integer> collection) {
        Object id = document.get("_id");
        if (byValue.containsKey(normal(id))) {
            throw new DuplicateKeyError(this, collection, getKeys(), new KeyValue(id));
        }
    }

    @Override
    public void add(Document document, Integer position, MongoCollection<Integer> collection) {
        Object id = document.get("_id");
        byValue.put(normal(id), position);
        if (id != null) {
            inOrder.put(id, position);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // null is how the superclass says "not there"
    public Integer remove(Document document) {
        Object id = document.get("_id");
        if (id != null) {
            inOrder.remove(id);
        }
        return byValue.remove(normal(id));
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Integer> collection) {
        // an id never changes
    }

    @Override
    public void updateInPlace(Document before, Document after, Integer position, MongoCollection<Integer> collection) {
        // an id never changes
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
    public boolean isUnique() {
        return true;
    }

    @Override
    public long getCount() {
        return byValue.size();
    }

    @Override
    public long getDataSize() {
        return byValue.size();
    }

    @Override
    public void drop() {
        byValue.clear();
        inOrder.clear();
    }
}
