package dev.lockstep.projection;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the registered fields of a copy should be: always complete, whatever changed in the source (rule R1).
 *
 * @param assignments one per registered field, in the order of the copy definition, and one per mark
 */
public record Projected(Map<FieldPath, Assignment> assignments) {
    /** What one field should be. */
    public sealed interface Assignment permits Set, Unset, Keep {}

    /** The field should hold this value. */
    public record Set(Value value) implements Assignment {}

    /** The field should be missing. */
    public record Unset() implements Assignment {}

    /** The source lacks the field and the policy is to leave the copy's as it is: not written, not compared. */
    public record Keep() implements Assignment {}

    public Projected {
        assignments = Collections.unmodifiableMap(new LinkedHashMap<>(assignments));
    }

    /** The fields of {@code occurrence} that are not as they should be, in order; empty when it agrees. */
    public List<FieldPath> differences(Doc occurrence, Comparison comparison) {
        List<FieldPath> different = new ArrayList<>();
        assignments.forEach((path, assignment) -> {
            Value actual = occurrence.get(path);
            boolean same = assignment instanceof Keep
                    || (assignment instanceof Unset && actual == null)
                    || (assignment instanceof Set set && actual != null && comparison.same(set.value(), actual));
            if (!same) {
                different.add(path);
            }
        });
        return different;
    }

    /** The occurrence with these assignments made: what a store does, for connectors that compute it themselves. */
    public Doc applyTo(Doc occurrence) {
        Doc changed = occurrence;
        for (Map.Entry<FieldPath, Assignment> entry : assignments.entrySet()) {
            if (entry.getValue() instanceof Set set) {
                changed = changed.with(entry.getKey(), set.value());
            } else if (entry.getValue() instanceof Unset) {
                changed = changed.without(entry.getKey());
            }
        }
        return changed;
    }
}
