package dev.lockstep.connectors.jdbc;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The one place that says what an SQLSTATE means. */
final class PostgresErrors {
    private PostgresErrors() {}

    static StoreException translate(String what, SQLException failure) {
        if (Thread.currentThread().isInterrupted()) {
            return new StoreException(
                    Kind.TRANSIENT, "Could not " + what + ": the thread was interrupted. It is tried again.", failure);
        }
        SQLException telling = telling(failure);
        Kind kind = kind(telling.getSQLState());
        return new StoreException(
                kind, "Could not " + what + ": " + firstLine(telling.getMessage()) + ". " + advice(kind), failure);
    }

    /** A pool that gave up says that it gave up; its cause says why. */
    private static SQLException telling(SQLException failure) {
        SQLException telling = failure;
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                telling = sql;
            }
        }
        return telling;
    }

    private static Kind kind(@Nullable String state) {
        if (state == null || state.length() < 2) {
            return Kind.TRANSIENT;
        }
        if (state.equals("42501") || state.startsWith("28")) {
            return Kind.AUTH_FAILED;
        }
        if (state.equals("42P01") || state.equals("42703") || state.equals("3F000")) {
            return Kind.ACCESS_PATH_LOST;
        }
        if (state.equals("53300") || state.equals("53400")) {
            return Kind.THROTTLED;
        }
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("42")
                ? Kind.PERMANENT
                : Kind.TRANSIENT;
    }

    private static String advice(Kind kind) {
        return switch (kind) {
            case AUTH_FAILED -> "It is tried again slowly; mend the user's password or rights.";
            case ACCESS_PATH_LOST -> "The model waits; restore the table or column, or change the model.";
            case PERMANENT -> "It will not pass by itself.";
            default -> "It is tried again.";
        };
    }

    private static String firstLine(@Nullable String message) {
        if (message == null) {
            return "no reason was given";
        }
        String first = message.lines().findFirst().orElse("").strip();
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }
}
