package dev.lockstep.fanout.api;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of records as JSON that loses nothing: integers beyond 2^53 and decimals are strings, other types that JSON
 * lacks are objects such as {@code {"$date": "…"}}.
 */
final class ValueJson {
    private static final long LARGEST_EXACT = 1L << 53;
    private static final Value.Text MASK = new Value.Text("•••");

    private ValueJson() {}

    static @Nullable Object of(Value value) {
        if (value instanceof Value.Null) {
            return null;
        }
        if (value instanceof Value.Bool bool) {
            return bool.value();
        }
        if (value instanceof Value.Int32 number) {
            return number.value();
        }
        if (value instanceof Value.Int64 number) {
            return exact(number.value());
        }
        if (value instanceof Value.Float64 number) {
            return Double.isFinite(number.value()) ? number.value() : Double.toString(number.value());
        }
        if (value instanceof Value.Decimal decimal) {
            return decimal.value().toString();
        }
        if (value instanceof Value.Text text) {
            return text.value();
        }
        if (value instanceof Value.Items items) {
            return items.values().stream().map(ValueJson::of).toArray();
        }
        return value instanceof Doc doc ? entries(doc) : typed(value);
    }

    /** The record, with the values at these paths hidden. */
    static Map<String, @Nullable Object> masked(Doc record, Collection<FieldPath> hidden) {
        Doc shown = record;
        for (FieldPath path : hidden) {
            if (shown.get(path) != null) {
                shown = shown.with(path, MASK);
            }
        }
        return entries(shown);
    }

    private static Object exact(long number) {
        return Math.abs(number) > LARGEST_EXACT || number == Long.MIN_VALUE ? Long.toString(number) : number;
    }

    private static Map<String, @Nullable Object> entries(Doc doc) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        doc.entries().forEach((name, value) -> shown.put(name, of(value)));
        return shown;
    }

    private static Object typed(Value value) {
        if (value instanceof Value.DateTime time) {
            return Map.of("$date", time.value().toString());
        }
        if (value instanceof Value.Bytes bytes) {
            return Map.of("$binary", bytes.subtype() + ":" + bytes.base64());
        }
        return value instanceof Value.Native other ? Map.of("$" + other.type(), other.text()) : value.canonical();
    }
}
