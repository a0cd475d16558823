package dev.lockstep.drift;

import dev.lockstep.projection.Projected;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A registered field that is not as it should be.
 *
 * @param field its path in the copy (or in the element)
 * @param expected the right value, {@code null} when it should be missing
 * @param actual the value found, {@code null} when it is missing; with elements, of the first that is wrong
 */
public record FieldDifference(
        FieldPath field, @Nullable Value expected, @Nullable Value actual) {
    static List<FieldDifference> of(CheckOutcome outcome) {
        Projected projected = outcome.expected();
        List<FieldDifference> differences = new ArrayList<>();
        if (projected != null) {
            for (FieldPath path : outcome.differences()) {
                Value expected = projected.assignments().get(path) instanceof Projected.Set set ? set.value() : null;
                differences.add(new FieldDifference(path, expected, firstWrong(outcome, path, expected)));
            }
        }
        return differences;
    }

    private static @Nullable Value firstWrong(CheckOutcome outcome, FieldPath path, @Nullable Value expected) {
        for (var occurrence : outcome.seen().occurrences()) {
            Value actual = occurrence.get(path);
            if (!Objects.equals(actual, expected)) {
                return actual;
            }
        }
        return null;
    }
}
