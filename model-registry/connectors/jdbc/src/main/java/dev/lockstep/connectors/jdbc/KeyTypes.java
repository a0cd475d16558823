package dev.lockstep.connectors.jdbc;

import dev.lockstep.value.Value;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The types that a source key may have: those whose text spells a value in one way only. */
final class KeyTypes {
    static final Set<String> ALLOWED = new TreeSet<>(Set.of("int2", "int4", "int8", "text", "varchar", "uuid", "bool"));

    private KeyTypes() {}

    /** The text that PostgreSQL takes for this value in a column of that type; {@code null} when none can be equal. */
    static @Nullable String text(Value value, String type) {
        return switch (type) {
            case "int2" -> integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case "int4" -> integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "int8" -> integer(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case "uuid" -> value instanceof Value.Text text && isUuid(text.value()) ? text.value() : null;
            case "bool" -> value instanceof Value.Bool bool ? String.valueOf(bool.value()) : null;
            default -> value instanceof Value.Text text && text.value().indexOf('\0') < 0 ? text.value() : null;
        };
    }

    private static @Nullable String integer(Value value, long least, long most) {
        long number;
        if (value instanceof Value.Int64 wide) {
            number = wide.value();
        } else if (value instanceof Value.Int32 narrow) {
            number = narrow.value();
        } else {
            return null;
        }
        return number < least || number > most ? null : Long.toString(number);
    }

    private static boolean isUuid(String text) {
        try {
            return UUID.fromString(text).toString().equals(text);
        } catch (IllegalArgumentException other) {
            return false;
        }
    }
}
