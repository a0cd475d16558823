package dev.lockstep.registry;

import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.List;

/**
 * One registered field: where it is in the copy and what it is made of. A template that is one variable copies the
 * source's value with its type; any other makes text.
 *
 * @param target path in the copy (for elements, relative to the element)
 * @param from template over source paths
 */
public record FieldRule(FieldPath target, Template from) {
    /** The source paths that the field is made of. */
    public List<FieldPath> sourcePaths() {
        return from.variables();
    }
}
