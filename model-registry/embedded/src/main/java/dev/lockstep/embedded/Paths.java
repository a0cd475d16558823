package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and rewrites dotted paths the way aggregation does: arrays on the way are walked through element by element.
 */
final class Paths {
    private Paths() {}

    static List<String> split(String path) {
        return List.of(path.split("\\.", -1));
    }

    /** The value at a path, {@link Missing} if there is none. */
    static @Nullable Object get(@Nullable Object base, List<String> path) {
        if (path.isEmpty()) {
            return base;
        }
        if (base instanceof Document document) {
            return get(document.getOrMissing(path.get(0)), tail(path));
        }
        if (base instanceof List<?> list) {
            List<@Nullable Object> values = new ArrayList<>();
            for (Object element : list) {
                Object value = element instanceof Document ? get(element, path) : Missing.getInstance();
                if (!(value instanceof Missing)) {
                    values.add(value);
                }
            }
            return values;
        }
        return Missing.getInstance();
    }

    /** A copy with the value at the path, documents being made where there are none; a missing value takes it away. */
    static @Nullable Object set(@Nullable Object base, List<String> path, @Nullable Object value) {
        if (path.isEmpty()) {
            return value;
        }
        if (base instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(set(element, path, value)));
            return copy;
        }
        if (value instanceof Missing && !(base instanceof Document)) {
            return base;
        }
        Document copy = base instanceof Document document ? document.clone() : new Document();
        Object child = set(copy.getOrMissing(path.get(0)), tail(path), value);
        if (child instanceof Missing) {
            copy.remove(path.get(0));
        } else {
            copy.put(path.get(0), child);
        }
        return copy;
    }

    static @Nullable Object remove(@Nullable Object base, List<String> path) {
        return set(base, path, Missing.getInstance());
    }

    private static List<String> tail(List<String> path) {
        return path.subList(1, path.size());
    }
}
