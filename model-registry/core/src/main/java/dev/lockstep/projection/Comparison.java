package dev.lockstep.projection;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** How two values are compared. The order of names in a document never matters, the order of a list always does. */
public enum Comparison {
    /** Types count: the integer 5 and the floating point number 5.0 differ. */
    STRICT,
    /** Numbers are equal when their numeric values are: for copies in a store that types numbers otherwise. */
    LENIENT;

    /** True when the values are the same under this comparison. */
    public boolean same(Value expected, Value actual) {
        if (expected.equals(actual)) {
            return true;
        }
        if (this == STRICT) {
            return false;
        }
        if (expected instanceof Value.Items a && actual instanceof Value.Items b) {
            return a.values().size() == b.values().size() && sameItems(a, b);
        }
        if (expected instanceof Doc a && actual instanceof Doc b) {
            return a.entries().keySet().equals(b.entries().keySet()) && sameEntries(a, b);
        }
        BigDecimal left = number(expected);
        BigDecimal right = number(actual);
        return left != null && right != null && left.compareTo(right) == 0;
    }

    private boolean sameItems(Value.Items a, Value.Items b) {
        for (int i = 0; i < a.values().size(); i++) {
            if (!same(a.values().get(i), b.values().get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean sameEntries(Doc a, Doc b) {
        return a.entries().entrySet().stream().allMatch(entry -> {
            Value other = b.entries().get(entry.getKey());
            return other != null && same(entry.getValue(), other);
        });
    }

    private static @Nullable BigDecimal number(Value value) {
        if (value instanceof Value.Int32 number) {
            return BigDecimal.valueOf(number.value());
        }
        if (value instanceof Value.Int64 number) {
            return BigDecimal.valueOf(number.value());
        }
        if (value instanceof Value.Float64 number && Double.isFinite(number.value())) {
            return new BigDecimal(number.value());
        }
        return value instanceof Value.Decimal number ? number.value() : null;
    }
}
