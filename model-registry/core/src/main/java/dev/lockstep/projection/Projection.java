package dev.lockstep.projection;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Computes what a copy should hold from its source. The one place that does: fan-out, check and repair cannot disagree.
 */
public final class Projection {
    private Projection() {}

    /**
     * The complete projection of the copy definition for this source record: the registered fields as the source has
     * them, and no mark of a deleted source.
     */
    public static Projected of(Copy copy, Doc source) {
        Map<FieldPath, Projected.Assignment> assignments = new LinkedHashMap<>();
        for (FieldRule field : copy.fields()) {
            Value value = field.from().render(source::get);
            assignments.put(field.target(), value == null ? missing(copy) : new Projected.Set(value));
        }
        copy.mark().keySet().forEach(path -> assignments.put(path, new Projected.Unset()));
        return new Projected(assignments);
    }

    /**
     * What a copy should hold once its source was deleted, under {@code unset} and {@code mark} (rule R8); the other
     * policies write no fields.
     */
    public static Projected afterDelete(Copy copy) {
        Map<FieldPath, Projected.Assignment> assignments = new LinkedHashMap<>();
        if (copy.onSourceDelete() == Copy.OnSourceDelete.UNSET) {
            copy.fields().forEach(field -> assignments.put(field.target(), new Projected.Unset()));
        }
        copy.mark().forEach((path, value) -> assignments.put(path, new Projected.Set(value)));
        return new Projected(assignments);
    }

    private static Projected.Assignment missing(Copy copy) {
        return switch (copy.onMissing()) {
            case UNSET -> new Projected.Unset();
            case NULL -> new Projected.Set(Value.Null.NULL);
            case KEEP -> new Projected.Keep();
        };
    }
}
