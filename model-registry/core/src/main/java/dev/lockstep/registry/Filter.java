package dev.lockstep.registry;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An equality filter: every path must hold exactly its value. Empty matches everything.
 *
 * @param equalities path to value, in written order
 */
public record Filter(Map<FieldPath, Value> equalities) {
    private static final Filter ALL = new Filter(Map.of());

    public Filter {
        equalities = Collections.unmodifiableMap(new LinkedHashMap<>(equalities));
    }

    /** The filter that every record passes. */
    public static Filter all() {
        return ALL;
    }

    /** True when there is nothing to test. */
    public boolean isEmpty() {
        return equalities.isEmpty();
    }

    /** True when the record holds every value; numbers are equal across integer widths. */
    public boolean matches(Doc record) {
        return equalities.entrySet().stream().allMatch(wanted -> {
            Value found = record.get(wanted.getKey());
            return found != null && same(found, wanted.getValue());
        });
    }

    private static boolean same(Value found, Value wanted) {
        return found.equals(wanted)
                || (isWhole(found) && isWhole(wanted) && found.canonical().equals(wanted.canonical()));
    }

    private static boolean isWhole(Value value) {
        return value instanceof Value.Int32 || value instanceof Value.Int64;
    }

    /** True when no record can pass both: some path must hold two different values. */
    public boolean excludes(Filter other) {
        return equalities.entrySet().stream().anyMatch(mine -> {
            Value theirs = other.equalities.get(mine.getKey());
            return theirs != null && !same(theirs, mine.getValue());
        });
    }
}
