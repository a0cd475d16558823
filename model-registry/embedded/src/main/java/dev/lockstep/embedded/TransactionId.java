package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import org.jspecify.annotations.Nullable;

/** Session and transaction number, as the client names them. */
record TransactionId(Document session, long number) {
    /** Reads both from a command, null if the command carries none. */
    static @Nullable TransactionId of(Request request) {
        return request.body().get("lsid") instanceof Document lsid
                        && request.body().get("txnNumber") instanceof Number number
                ? new TransactionId(new Document("id", lsid.get("id")), number.longValue())
                : null;
    }
}
