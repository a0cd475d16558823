package dev.lockstep.registry;

/**
 * One thing that is wrong, or worth knowing, about a model.
 *
 * @param severity whether the model is refused for it
 * @param path where in the model file, such as {@code copies[0].pointer}; empty for the whole
 * @param code stable, in kebab case, for programs
 * @param message what is wrong and why, for people
 * @param fix what to do, with the exact command where there is one; may be empty
 */
public record Problem(Severity severity, String path, String code, String message, String fix) {
    /** Whether the model is refused. */
    public enum Severity {
        ERROR,
        WARNING
    }

    /** A reason to refuse the model. */
    public static Problem error(String path, String code, String message, String fix) {
        return new Problem(Severity.ERROR, path, code, message, fix);
    }

    /** Something to know. */
    public static Problem warning(String path, String code, String message, String fix) {
        return new Problem(Severity.WARNING, path, code, message, fix);
    }

    /** True when the model is refused for it. */
    public boolean refuses() {
        return severity == Severity.ERROR;
    }
}
