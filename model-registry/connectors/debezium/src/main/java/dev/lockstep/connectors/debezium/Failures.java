package dev.lockstep.connectors.debezium;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a failure of the engine or of PostgreSQL means. */
final class Failures {
    private Failures() {}

    static StoreException of(String what, @Nullable Throwable failure) {
        Throwable telling = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException known) {
                return known;
            }
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                telling = cause;
            }
        }
        String reason = telling == null || telling.getMessage() == null
                ? "the engine ended"
                : telling.getMessage().lines().findFirst().orElse("");
        return new StoreException(kind(telling), "Could not " + what + ": " + reason + ". It is tried again.", failure);
    }

    private static Kind kind(@Nullable Throwable telling) {
        String state = telling instanceof SQLException sql ? sql.getSQLState() : null;
        if (state == null) {
            return Kind.TRANSIENT;
        }
        if (state.equals("42501") || state.startsWith("28")) {
            return Kind.AUTH_FAILED;
        }
        return state.equals("42P01") || state.equals("3F000") ? Kind.ACCESS_PATH_LOST : Kind.TRANSIENT;
    }
}
