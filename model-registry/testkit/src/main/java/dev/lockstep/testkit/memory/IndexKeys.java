package dev.lockstep.testkit.memory;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Texts by which records are found: equal for numbers that are equal, whatever their width. */
final class IndexKeys {
    private static final char SEPARATOR = '\u0000';

    private IndexKeys() {}

    static String idOf(Doc key) {
        if (key.entries().size() == 1) {
            return textOf(key.entries().values().iterator().next());
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Value> entry : new java.util.TreeMap<>(key.entries()).entrySet()) {
            text.append(entry.getKey())
                    .append(SEPARATOR)
                    .append(textOf(entry.getValue()))
                    .append(SEPARATOR);
        }
        return text.toString();
    }

    static String textOf(Value value) {
        if (value instanceof Value.Float64 number && number.value() == (long) number.value()) {
            return Long.toString((long) number.value());
        }
        return value.canonical();
    }

    static String keyOf(List<Value> values) {
        if (values.size() == 1) {
            return textOf(values.get(0));
        }
        StringBuilder text = new StringBuilder();
        values.forEach(value -> text.append(textOf(value)).append(SEPARATOR));
        return text.toString();
    }

    /** Every key under which an index over these paths lists the record, including those of leading parts. */
    static List<String> keysOf(Doc record, List<FieldPath> paths) {
        List<String> keys = new ArrayList<>();
        List<List<Value>> leading = List.of(List.of());
        for (FieldPath path : paths) {
            List<Value> values = new ArrayList<>();
            collect(record, path.segments(), 0, values);
            List<List<Value>> longer = new ArrayList<>();
            for (List<Value> before : leading) {
                for (Value value : values) {
                    List<Value> key = new ArrayList<>(before);
                    key.add(value);
                    longer.add(key);
                    keys.add(keyOf(key));
                }
            }
            leading = longer;
        }
        return keys;
    }

    private static void collect(Value here, List<String> path, int depth, List<Value> found) {
        if (here instanceof Value.Items items) {
            items.values().forEach(item -> collect(item, path, depth, found));
        } else if (depth == path.size()) {
            found.add(here);
        } else if (here instanceof Doc doc) {
            Value next = doc.entries().get(path.get(depth));
            if (next != null) {
                collect(next, path, depth + 1, found);
            }
        }
    }
}
