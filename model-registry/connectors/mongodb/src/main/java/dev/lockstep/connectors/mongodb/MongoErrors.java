package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteError;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BSONException;
import org.bson.BsonMaximumSizeExceededException;

/** The one place that says what an error of the driver or the server means. */
final class MongoErrors {
    /** Not primary, stepping down, shutting down, network, interrupted, snapshot and routing errors. */
    private static final Set<Integer> TRANSIENT = Set.of(
            6, 7, 24, 43, 46, 50, 63, 64, 72, 74, 89, 90, 91, 95, 112, 133, 134, 136, 150, 175, 189, 202, 234, 237, 239,
            246, 251, 262, 290, 317, 365, 384, 9001, 10058, 10107, 11600, 11601, 11602, 13388, 13435, 13436);

    private static final Set<Integer> AUTH = Set.of(11, 13, 18, 31, 33, 8000);
    private static final Set<Integer> THROTTLED = Set.of(462, 16500, 19500);
    private static final Set<Integer> HISTORY = Set.of(222, 260, 280, 286);
    private static final Set<Integer> TOO_LARGE = Set.of(10334, 17280, 17419, 17420);
    private static final int INDEX_NOT_FOUND = 27;
    private static final int BAD_VALUE = 2;

    private MongoErrors() {}

    /** Makes a call and reports its failure; {@code what} completes the sentence "Could not …". */
    static <T> T call(String what, Supplier<T> call) {
        return call(what, "", call);
    }

    /** As {@link #call(String, Supplier)}; {@code createIndex} is the command that makes the index it names. */
    static <T> T call(String what, String createIndex, Supplier<T> call) {
        try {
            return call.get();
        } catch (MongoException | BSONException | IllegalStateException failure) {
            throw translate(what, createIndex, failure);
        }
    }

    static StoreException translate(String what, String createIndex, RuntimeException failure) {
        if (failure instanceof MongoInterruptedException) {
            Thread.currentThread().interrupt();
            return failure(Kind.TRANSIENT, what, "the thread was interrupted", failure, createIndex);
        }
        if (failure instanceof BsonMaximumSizeExceededException) {
            return failure(Kind.PERMANENT, what, "the document would be larger than 16 MB", failure, createIndex);
        }
        if (failure instanceof MongoSecurityException || mentionsCredentials(failure)) {
            return failure(Kind.AUTH_FAILED, what, "the server refuses the credentials", failure, createIndex);
        }
        if (failure instanceof IllegalStateException) {
            return failure(Kind.TRANSIENT, what, "the connector is closed", failure, createIndex);
        }
        if (failure instanceof MongoBulkWriteException bulk
                && !bulk.getWriteErrors().isEmpty()) {
            return translate(what, createIndex, bulk.getWriteErrors().get(0), failure);
        }
        if (failure instanceof MongoWriteException write) {
            return translate(
                    what, createIndex, write.getCode(), write.getError().getMessage(), failure);
        }
        if (failure instanceof MongoCommandException command) {
            return translate(what, createIndex, command.getErrorCode(), command.getErrorMessage(), failure);
        }
        if (failure instanceof MongoServerException server) {
            return translate(what, createIndex, server.getCode(), String.valueOf(server.getMessage()), failure);
        }
        boolean unusable =
                failure instanceof MongoClientException && !isTimeout(failure) || failure instanceof BSONException;
        return failure(
                unusable ? Kind.PERMANENT : Kind.TRANSIENT,
                what,
                firstLine(String.valueOf(failure.getMessage())),
                failure,
                createIndex);
    }

    static StoreException translate(String what, String createIndex, BulkWriteError error, Throwable cause) {
        return translate(what, createIndex, error.getCode(), error.getMessage(), cause);
    }

    private static StoreException translate(
            String what, String createIndex, int code, String message, Throwable cause) {
        return failure(
                kind(code, message, cause), what, firstLine(message) + " (error " + code + ")", cause, createIndex);
    }

    static Kind kind(int code, String message, Throwable cause) {
        if (AUTH.contains(code)) {
            return Kind.AUTH_FAILED;
        }
        if (HISTORY.contains(code)) {
            return Kind.HISTORY_LOST;
        }
        if (THROTTLED.contains(code)) {
            return Kind.THROTTLED;
        }
        if (code == INDEX_NOT_FOUND || (code == BAD_VALUE && message.contains("hint provided"))) {
            return Kind.ACCESS_PATH_LOST;
        }
        if (TOO_LARGE.contains(code)) {
            return Kind.PERMANENT;
        }
        boolean labelled = cause instanceof MongoException exception
                && (exception.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)
                        || exception.hasErrorLabel("RetryableWriteError")
                        || exception.hasErrorLabel("ResumableChangeStreamError"));
        return labelled || TRANSIENT.contains(code) || code < 0 ? Kind.TRANSIENT : Kind.PERMANENT;
    }

    private static StoreException failure(Kind kind, String what, String cause, Throwable failure, String createIndex) {
        return new StoreException(
                kind, "Could not " + what + ": " + cause + ". " + consequence(kind, createIndex), failure);
    }

    private static String consequence(Kind kind, String createIndex) {
        return switch (kind) {
            case TRANSIENT -> "The call is made again.";
            case THROTTLED -> "The call is made again, more slowly.";
            case AUTH_FAILED ->
                "It is tried again slowly; check the user, the password and the role of docs/mongodb.md.";
            case HISTORY_LOST -> "The changes in between are not served any more: the copies must be checked.";
            case ACCESS_PATH_LOST -> "Nothing was scanned; create the index again: " + createIndex;
            case PERMANENT -> "It will fail again until the cause is mended.";
        };
    }

    private static boolean mentionsCredentials(RuntimeException failure) {
        String text = String.valueOf(failure.getMessage());
        return isTimeout(failure) && text.contains("MongoSecurityException");
    }

    private static boolean isTimeout(RuntimeException failure) {
        return failure.getClass().getSimpleName().toLowerCase(Locale.ROOT).contains("timeout");
    }

    private static String firstLine(String message) {
        String text = message.lines().findFirst().orElse("");
        return text.length() <= 500 ? text : text.substring(0, 500) + "…";
    }
}
