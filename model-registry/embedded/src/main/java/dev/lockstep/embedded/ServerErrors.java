package dev.lockstep.embedded;

import de.bwaldvogel.mongo.exception.MongoServerError;

/** The error codes of a real server that the imitation answers with. */
final class ServerErrors {
    private ServerErrors() {}

    static MongoServerError location(int code, String message) {
        return new MongoServerError(code, message);
    }

    static MongoServerError badValue(String message) {
        return new MongoServerError(2, "BadValue", message);
    }

    static MongoServerError failedToParse(String message) {
        return new MongoServerError(9, "FailedToParse", message);
    }

    static MongoServerError namespaceNotFound(String message) {
        return new MongoServerError(26, "NamespaceNotFound", message);
    }

    static MongoServerError indexNotFound(String message) {
        return new MongoServerError(27, "IndexNotFound", message);
    }

    static MongoServerError noMatchingDocument(String message) {
        return new MongoServerError(47, "NoMatchingDocument", message);
    }

    static MongoServerError commandNotFound(String command) {
        return new MongoServerError(59, "CommandNotFound", "no such command: '" + command + "'");
    }

    static MongoServerError immutableField(String message) {
        return new MongoServerError(66, "ImmutableField", message);
    }

    static MongoServerError indexOptionsConflict(String message) {
        return new MongoServerError(85, "IndexOptionsConflict", message);
    }

    static MongoServerError notImplemented(String what) {
        return new MongoServerError(
                238, "NotImplemented", what + " is not imitated by " + ServerIdentity.IMITATION + ".");
    }

    static MongoServerError invalidResumeToken(String message) {
        return new MongoServerError(260, "InvalidResumeToken", message);
    }

    static MongoServerError resumeTokenNotFound() {
        return new MongoServerError(
                280, "ChangeStreamFatalError", "cannot resume stream; the resume token was not found.");
    }

    static MongoServerError historyLost() {
        return new MongoServerError(
                286,
                "ChangeStreamHistoryLost",
                "Resume of change stream was not possible, as the resume point may no longer be in the oplog.");
    }

    static MongoServerError hintNotFound() {
        return badValue("error processing query: planner returned error :: caused by :: "
                + "hint provided does not correspond to an existing index");
    }

    static TransientTransactionError noSuchTransaction() {
        return new TransientTransactionError(
                251, "NoSuchTransaction", "Given transaction number does not match any in-progress transactions.");
    }

    static TransientTransactionError writeConflict() {
        return new TransientTransactionError(
                112,
                "WriteConflict",
                "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.");
    }

    /** An error after which a client may run its whole transaction again. */
    static final class TransientTransactionError extends MongoServerError {
        private static final long serialVersionUID = 1L;

        private TransientTransactionError(int code, String name, String message) {
            super(code, name, message);
        }
    }
}
