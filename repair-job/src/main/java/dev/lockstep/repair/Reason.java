package dev.lockstep.repair;

import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import java.nio.file.Path;
import java.util.Optional;

/** Why the job could not start, in one line for people, out of a chain of exceptions. */
final class Reason {
    private Reason() {}

    static String of(Throwable failure, Optional<Path> config) {
        Throwable cause = failure;
        while (cause.getCause() != null && !isOurs(cause)) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        if (isOurs(cause)) {
            return message;
        }
        String where = config.map(file -> "the configuration " + file).orElse("the configuration");
        return "Could not start with " + where + ": "
                + message.replaceAll("\\s+", " ").strip() + ".";
    }

    private static boolean isOurs(Throwable cause) {
        return cause instanceof StateException
                || cause instanceof StoreException
                || (cause instanceof IllegalArgumentException
                        && cause.getMessage() != null
                        && cause.getMessage().startsWith("Could not"));
    }
}
