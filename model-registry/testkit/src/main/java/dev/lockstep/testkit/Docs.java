package dev.lockstep.testkit;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shorthand for documents in tests. */
public final class Docs {
    private Docs() {}

    /**
     * A document of alternating names and values. Plain Java values become the value of their type: String, Integer,
     * Long, Double, Boolean, Instant, {@code null}, and {@link Value} itself.
     */
    public static Doc doc(@Nullable Object... namesAndValues) {
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            entries.put(String.valueOf(namesAndValues[i]), value(namesAndValues[i + 1]));
        }
        return Doc.of(entries);
    }

    /** A list of plain Java values. */
    public static Value.Items items(@Nullable Object... values) {
        return new Value.Items(Arrays.stream(values).map(Docs::value).toList());
    }

    /** A string. */
    public static Value.Text text(String value) {
        return new Value.Text(value);
    }

    /** The value of a plain Java value; throws IllegalArgumentException for a type it does not know. */
    public static Value value(@Nullable Object plain) {
        if (plain == null) {
            return Value.Null.NULL;
        }
        if (plain instanceof Value value) {
            return value;
        }
        if (plain instanceof String text) {
            return new Value.Text(text);
        }
        if (plain instanceof Integer number) {
            return new Value.Int32(number);
        }
        if (plain instanceof Long number) {
            return new Value.Int64(number);
        }
        if (plain instanceof Double number) {
            return new Value.Float64(number);
        }
        if (plain instanceof Boolean bool) {
            return new Value.Bool(bool);
        }
        if (plain instanceof Instant time) {
            return new Value.DateTime(time);
        }
        throw new IllegalArgumentException("no value for " + plain.getClass());
    }
}
