package dev.lockstep.value;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One value of a record, typed as exactly as its store types it: two values are equal only if the store would keep them
 * apart by neither type nor content. Immutable and safe to share between threads.
 *
 * <p>A missing field is never a {@code Value}: callers see it as a Java {@code null} or as an absent map entry, so that
 * missing and {@link Null} stay apart (promise P5).
 */
public sealed interface Value
        permits Value.Null,
                Value.Bool,
                Value.Int32,
                Value.Int64,
                Value.Float64,
                Value.Decimal,
                Value.Text,
                Value.Bytes,
                Value.DateTime,
                Value.Native,
                Value.Items,
                Doc {

    /**
     * Canonical typed text: JSON with sorted keys, where types that JSON lacks are objects such as
     * {@code {"$date":"…"}}.
     */
    default String canonical() {
        return CanonicalText.of(this);
    }

    /** The null that a store keeps, as opposed to a missing field. */
    enum Null implements Value {
        /** The only instance. */
        NULL
    }

    /** A truth value. */
    record Bool(boolean value) implements Value {}

    /** A 32-bit integer. */
    record Int32(int value) implements Value {}

    /** A 64-bit integer. */
    record Int64(long value) implements Value {}

    /** A 64-bit binary floating point number; NaN equals NaN and 0.0 differs from -0.0, as their bits do. */
    record Float64(double value) implements Value {}

    /**
     * A decimal number of any precision; 1.0 and 1.00 are different values, as stores with decimals keep them apart.
     */
    record Decimal(BigDecimal value) implements Value {}

    /** A string. */
    record Text(String value) implements Value {}

    /** A date with millisecond or finer precision, in UTC. */
    record DateTime(Instant value) implements Value {}

    /**
     * A type that only one kind of store has, such as MongoDB's ObjectId. {@code text} is the connector's own canonical
     * form of it, from which the connector can build the value again without loss.
     *
     * @param type the type's name, in lower camel case, unique within one kind of store
     * @param text the value's canonical text
     */
    record Native(String type, String text) implements Value {}

    /** A list; its order is part of the value. */
    record Items(List<Value> values) implements Value {
        public Items {
            values = List.copyOf(values);
        }

        @Override
        public String toString() {
            return values.stream().map(Value::toString).collect(Collectors.joining(",", "[", "]"));
        }
    }

    /** Binary data with a subtype; 0 is plain binary. The array is copied in and out. */
    final class Bytes implements Value {
        private final int subtype;
        private final byte[] content;

        /** Copies {@code content}; {@code subtype} is 0 to 255. */
        public Bytes(int subtype, byte[] content) {
            this.subtype = subtype;
            this.content = content.clone();
        }

        /** The subtype, 0 to 255. */
        public int subtype() {
            return subtype;
        }

        /** A copy of the content. */
        public byte[] content() {
            return content.clone();
        }

        /** The content in Base64. */
        public String base64() {
            return Base64.getEncoder().encodeToString(content);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && that.subtype == subtype && Arrays.equals(that.content, content);
        }

        @Override
        public int hashCode() {
            return 31 * subtype + Arrays.hashCode(content);
        }

        @Override
        public String toString() {
            return "Bytes[" + subtype + ", " + content.length + " bytes]";
        }
    }
}
