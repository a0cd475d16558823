package dev.lockstep.modelfile;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a model file says.
 *
 * @param model the model, or {@code null} as soon as one of the problems is an error
 * @param problems everything that is wrong or worth knowing, in the order of the file, at most 100
 */
public record ParsedModel(@Nullable Model model, List<Problem> problems) {
    public ParsedModel {
        problems = List.copyOf(problems);
    }

    /** The model, empty when the file was refused. */
    public Optional<Model> valid() {
        return Optional.ofNullable(model);
    }
}
