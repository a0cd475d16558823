package dev.lockstep.modelfile;

import dev.lockstep.registry.Model;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes model files. Everything here is pure: no store is asked, nothing is remembered, and any thread may
 * call.
 */
public final class ModelFile {
    private ModelFile() {}

    /**
     * Reads a model and reports all that is wrong with it at once. Never throws for what {@code text} holds, which may
     * come from anyone; a document has at most 1,000,000 characters and 64 levels, a model at most 200 copy definitions
     * and 500 registered fields.
     */
    public static ParsedModel parse(String text, Format format) {
        Problems problems = new Problems();
        Node root = NodeReader.read(text, format, problems);
        @Nullable Model model = root == null ? null : new ModelReader(problems).model(root);
        return new ParsedModel(problems.refuses() ? null : model, problems.all());
    }

    /**
     * The model as JSON on one line: attributes in the order of the documentation, names of fields and keys in the
     * order in which they were written, defaults left out, durations in their largest unit. Parsing it gives an equal
     * model.
     */
    public static String toJson(Model model) {
        return ModelWriter.node(model).toString();
    }
}
