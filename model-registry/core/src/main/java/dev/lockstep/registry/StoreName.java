package dev.lockstep.registry;

/**
 * The name of a configured store; at most 63 characters.
 *
 * @param value the name; throws IllegalArgumentException when it breaks the rule for names
 */
public record StoreName(String value) implements Comparable<StoreName> {
    public StoreName {
        Names.check("store name", value, 63);
    }

    @Override
    public int compareTo(StoreName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
