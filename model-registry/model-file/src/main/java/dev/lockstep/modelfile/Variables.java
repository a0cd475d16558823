package dev.lockstep.modelfile;

import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.value.FieldPath;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The variables that a template may have.
 *
 * @param names what may be written, for {@code it} and {@code row} with anything after a dot
 * @param all the variables of the source key
 * @param sourceAttributes the attributes that the source key is made of
 * @param known false when the source key could not be read: then nothing is said about variables
 */
record Variables(Set<String> names, Set<String> all, Set<String> sourceAttributes, boolean known) {
    static Variables of(@Nullable Source source) {
        if (source == null) {
            return new Variables(Set.of(), Set.of(), Set.of(), false);
        }
        KeyPattern key = source.key();
        Set<String> attributes =
                key.attributes().stream().map(FieldPath::toString).collect(Collectors.toSet());
        return new Variables(key.variables(), key.variables(), attributes, true);
    }

    /** The same and some more, for places that have variables of their own. */
    Variables and(Set<String> more) {
        Set<String> both = new LinkedHashSet<>(names);
        both.addAll(more);
        return new Variables(both, all, sourceAttributes, known);
    }

    boolean has(FieldPath variable) {
        boolean dotted = variable.segments().size() > 1;
        return names.contains(variable.head())
                && (!dotted || variable.head().equals("it") || variable.head().equals("row"));
    }
}
