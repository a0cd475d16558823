package dev.lockstep.fanout.api;

import org.jspecify.annotations.Nullable;

/**
 * The optional body of an operation.
 *
 * @param reason why, for the audit
 */
record Reason(@Nullable String reason) {
    static @Nullable String of(@Nullable Reason body) {
        return body == null ? null : body.reason();
    }
}
