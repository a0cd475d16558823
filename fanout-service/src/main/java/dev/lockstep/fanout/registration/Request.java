package dev.lockstep.fanout.registration;

import dev.lockstep.modelfile.Format;
import org.jspecify.annotations.Nullable;

/**
 * A request to register a model.
 *
 * @param text the model as text
 * @param format how the text is written
 * @param fill whether existing copies are filled; {@code null} leaves it to what changed
 * @param reason why, for the audit
 * @param planId the plan that was reviewed, which alone may then be applied
 * @param author who asks
 */
public record Request(
        String text,
        Format format,
        @Nullable Boolean fill,
        @Nullable String reason,
        @Nullable String planId,
        String author) {
    static final String FILE = "file:";

    /** The request that a file in the folder of models makes. */
    static Request ofFile(String name, String text, Format format) {
        return new Request(text, format, null, "applied from " + name, null, FILE + name);
    }

    boolean isOfFile() {
        return author.startsWith(FILE);
    }
}
