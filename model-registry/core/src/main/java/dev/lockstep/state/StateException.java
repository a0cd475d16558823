package dev.lockstep.state;

import org.jspecify.annotations.Nullable;

/** The state store could not be reached or refused; nothing was changed. */
public class StateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A failure with its cause. */
    public StateException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
