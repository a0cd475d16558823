package dev.lockstep.embedded.dynamo;

import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Items by partition and then in the order of the sort key; serves the table itself and each of its indexes. */
final class KeyIndex {
    private final KeySchema schema;
    private final KeySchema primary;
    private final TreeMap<String, NavigableMap<Place, ObjectNode>> partitions = new TreeMap<>();

    /** Where an item stands in its partition; items of an index with one sort key differ by their primary key. */
    private record Place(@Nullable JsonNode range, String primary) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byRange = range == null || other.range == null ? 0 : Attributes.compare(range, other.range);
            return byRange != 0 ? byRange : Comparator.<String>naturalOrder().compare(primary, other.primary);
        }
    }

    KeyIndex(KeySchema schema, KeySchema primary) {
        this.schema = schema;
        this.primary = primary;
    }

    KeySchema schema() {
        return schema;
    }

    void put(ObjectNode item) {
        if (schema.covers(item)) {
            partitions
                    .computeIfAbsent(partition(item.get(schema.hash())), key -> new TreeMap<>())
                    .put(place(item), item);
        }
    }

    void remove(ObjectNode item) {
        if (schema.covers(item)) {
            String partition = partition(item.get(schema.hash()));
            NavigableMap<Place, ObjectNode> items = partitions.get(partition);
            if (items != null && items.remove(place(item)) != null && items.isEmpty()) {
                partitions.remove(partition);
            }
        }
    }

    @Nullable
    ObjectNode get(ObjectNode key) {
        NavigableMap<Place, ObjectNode> items = partitions.get(partition(key.get(schema.hash())));
        return items == null ? null : items.get(place(key));
    }

    /** The items of a partition after the given key, if there is one. */
    Iterable<ObjectNode> partition(JsonNode hash, boolean forward, @Nullable ObjectNode after) {
        NavigableMap<Place, ObjectNode> items = partitions.get(partition(hash));
        if (items == null) {
            return List.of();
        }
        NavigableMap<Place, ObjectNode> ordered = forward ? items : items.descendingMap();
        return (after == null ? ordered : ordered.tailMap(place(after), false)).values();
    }

    /** All items of a scan's segment after the given key, if there is one. */
    Iterable<ObjectNode> all(int segment, int segments, @Nullable ObjectNode after) {
        String start = after == null ? "" : partition(after.get(schema.hash()));
        return () -> partitions.tailMap(start, true).entrySet().stream()
                .filter(entry -> Math.floorMod(entry.getKey().hashCode(), segments) == segment)
                .flatMap(entry -> after != null && entry.getKey().equals(start)
                        ? entry.getValue().tailMap(place(after), false).values().stream()
                        : entry.getValue().values().stream())
                .iterator();
    }

    private static String partition(JsonNode hash) {
        return hash.toString();
    }

    private Place place(ObjectNode item) {
        StringBuilder text = new StringBuilder();
        primary.names().forEach(name -> text.append(item.get(name)).append('/'));
        return new Place(schema.range() == null ? null : item.get(schema.range()), text.toString());
    }
}
