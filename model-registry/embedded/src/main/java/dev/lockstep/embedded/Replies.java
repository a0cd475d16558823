package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import java.util.List;

/** The shapes in which the server answers. */
final class Replies {
    private Replies() {}

    static Document ok() {
        return ok(new Document());
    }

    static Document ok(Document body) {
        return body.append("ok", 1.0);
    }

    static Document cursor(String namespace, String batchName, List<Document> batch, long cursorId) {
        return ok(new Document(
                "cursor", new Document(batchName, batch).append("id", cursorId).append("ns", namespace)));
    }

    static Document singleBatch(String namespace, List<Document> batch) {
        return cursor(namespace, "firstBatch", batch, 0L);
    }

    static Document error(RuntimeException cause) {
        Document reply = new Document("ok", 0.0);
        describe(reply, cause);
        if (cause instanceof ServerErrors.TransientTransactionError) {
            reply.append("errorLabels", List.of("TransientTransactionError"));
        }
        return reply;
    }

    static Document writeError(int index, MongoServerException cause) {
        Document error = new Document("index", index);
        describe(error, cause);
        return error;
    }

    private static void describe(Document target, RuntimeException cause) {
        if (cause instanceof MongoServerError error) {
            target.append("errmsg", error.getMessageWithoutErrorCode());
            target.append("code", error.getCode());
            target.append("codeName", error.getCodeName());
        } else {
            target.append("errmsg", String.valueOf(cause.getMessage()));
            target.append("code", 8);
            target.append("codeName", "UnknownError");
        }
    }
}
