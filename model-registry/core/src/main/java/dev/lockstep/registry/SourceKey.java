package dev.lockstep.registry;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The identity of one source record: the values of the model's key variables. Integers of any width, and floating point
 * numbers without a fraction, are one and the same key, as they are to the stores.
 */
public final class SourceKey implements Comparable<SourceKey> {
    private static final int LONGEST_LABEL = 64;

    private final Map<String, Value> variables;
    private final String canonical;

    private SourceKey(Map<String, Value> variables) {
        this.variables = variables;
        this.canonical = Doc.of(variables).canonical();
    }

    /** A key of these variables; a name may appear once. */
    public static SourceKey of(Map<String, Value> variables) {
        Map<String, Value> normal = new TreeMap<>();
        variables.forEach((name, value) -> normal.put(name, normalise(value)));
        return new SourceKey(normal);
    }

    private static Value normalise(Value value) {
        if (value instanceof Value.Int32 number) {
            return new Value.Int64(number.value());
        }
        if (value instanceof Value.Float64 number && isWhole(number.value())) {
            return new Value.Int64((long) number.value());
        }
        return value;
    }

    /** 2^63 is the one double that a cast to long changes without saying so. */
    private static boolean isWhole(double number) {
        return number == (long) number && number != 0x1p63;
    }

    /** The values by variable name, sorted by name. */
    public Map<String, Value> variables() {
        return Map.copyOf(variables);
    }

    /** The value of one variable; throws IllegalArgumentException for a name this key does not have. */
    public Value get(String variable) {
        Value value = variables.get(variable);
        if (value == null) {
            throw new IllegalArgumentException("the key has no variable " + variable + " but " + variables.keySet());
        }
        return value;
    }

    /** The canonical JSON of all variables. */
    public String canonical() {
        return canonical;
    }

    /**
     * The form kept in labels: the canonical text, or its SHA-256 in hexadecimal when that is over 64 bytes of UTF-8.
     */
    public String labelText() {
        byte[] bytes = canonical.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST_LABEL) {
            return canonical;
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public int compareTo(SourceKey other) {
        return canonical.compareTo(other.canonical);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceKey that && that.canonical.equals(canonical);
    }

    @Override
    public int hashCode() {
        return canonical.hashCode();
    }

    @Override
    public String toString() {
        return canonical;
    }
}
