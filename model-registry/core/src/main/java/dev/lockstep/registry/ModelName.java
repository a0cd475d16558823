package dev.lockstep.registry;

/**
 * The name of a model, never changed once registered; at most 63 characters.
 *
 * @param value the name; throws IllegalArgumentException when it breaks the rule for names
 */
public record ModelName(String value) implements Comparable<ModelName> {
    public ModelName {
        Names.check("model name", value, 63);
    }

    @Override
    public int compareTo(ModelName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
