package dev.lockstep.registry;

/**
 * The name of a copy definition within its model, never changed; at most 31 characters.
 *
 * @param value the name; throws IllegalArgumentException when it breaks the rule for names
 */
public record CopyName(String value) implements Comparable<CopyName> {
    public CopyName {
        Names.check("copy name", value, 31);
    }

    @Override
    public int compareTo(CopyName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
