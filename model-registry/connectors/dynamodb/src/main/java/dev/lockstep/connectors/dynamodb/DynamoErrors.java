package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** Failures of the SDK as failures of a connector. */
final class DynamoErrors {
    private static final Set<String> THROTTLED = Set.of(
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "RequestLimitExceeded",
            "LimitExceededException");
    private static final Set<String> AUTH = Set.of(
            "AccessDeniedException",
            "UnrecognizedClientException",
            "InvalidSignatureException",
            "MissingAuthenticationTokenException",
            "IncompleteSignatureException",
            "InvalidClientTokenId",
            "ExpiredTokenException",
            "NotAuthorized",
            "OptInRequired");

    private DynamoErrors() {}

    /** Waits for an answer; {@code what} completes the sentence "Could not …". */
    static <T> T await(String what, CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            answer.cancel(true);
            throw new StoreException(
                    Kind.TRANSIENT,
                    "Could not " + what + ": the thread was interrupted. The call is made again.",
                    interrupted);
        } catch (ExecutionException | java.util.concurrent.CancellationException failed) {
            throw translate(what, failed);
        }
    }

    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static boolean isConditionFailed(Throwable failure) {
        return cause(failure) instanceof ConditionalCheckFailedException;
    }

    /** True when a path of an update leads through something that is not there. */
    static boolean isPathMissing(Throwable failure) {
        return cause(failure) instanceof AwsServiceException service
                && code(service).equals("ValidationException")
                && message(service).contains("document path");
    }

    static StoreException translate(String what, Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof StoreException known) {
            return known;
        }
        if (cause instanceof AwsServiceException service) {
            return failure(kind(service), what, message(service) + " (" + code(service) + ")", cause);
        }
        if (cause instanceof AbortedException) {
            return failure(Kind.TRANSIENT, what, "the call was cut off", cause);
        }
        if (cause instanceof SdkClientException client) {
            boolean credentials = message(client).contains("credentials");
            return failure(credentials ? Kind.AUTH_FAILED : Kind.TRANSIENT, what, message(client), cause);
        }
        if (cause instanceof IllegalStateException || cause instanceof java.util.concurrent.CancellationException) {
            return failure(Kind.TRANSIENT, what, "the connector is closed", cause);
        }
        return failure(Kind.PERMANENT, what, message(cause), cause);
    }

    private static Kind kind(AwsServiceException service) {
        String code = code(service);
        if (AUTH.contains(code)) {
            return Kind.AUTH_FAILED;
        }
        if (THROTTLED.contains(code) || service.isThrottlingException()) {
            return Kind.THROTTLED;
        }
        if (service instanceof TrimmedDataAccessException) {
            return Kind.HISTORY_LOST;
        }
        if (service instanceof ResourceNotFoundException
                || message(service).contains("does not have the specified index")) {
            return Kind.ACCESS_PATH_LOST;
        }
        boolean passes = service.statusCode() >= 500
                || service instanceof ExpiredIteratorException
                || code.equals("TransactionConflictException");
        return passes ? Kind.TRANSIENT : Kind.PERMANENT;
    }

    private static String code(AwsServiceException service) {
        String code = service.awsErrorDetails() == null
                ? null
                : service.awsErrorDetails().errorCode();
        return code == null ? "no code" : code;
    }

    private static String message(Throwable failure) {
        String message = failure instanceof AwsServiceException service && service.awsErrorDetails() != null
                ? service.awsErrorDetails().errorMessage()
                : failure.getMessage();
        String text = String.valueOf(message).lines().findFirst().orElse("");
        return text.length() <= 500 ? text : text.substring(0, 500) + "…";
    }

    private static StoreException failure(Kind kind, String what, String why, Throwable cause) {
        return new StoreException(kind, "Could not " + what + ": " + why + ". " + consequence(kind), cause);
    }

    private static String consequence(Kind kind) {
        return switch (kind) {
            case TRANSIENT -> "The call is made again.";
            case THROTTLED -> "The call is made again, more slowly.";
            case AUTH_FAILED -> "It is tried again slowly; check the credentials and the policy of docs/dynamodb.md.";
            case HISTORY_LOST -> "The changes in between are not served any more: the copies must be checked.";
            case ACCESS_PATH_LOST -> "Nothing was scanned; create the table or index again.";
            case PERMANENT -> "It will fail again until the cause is mended.";
        };
    }
}
