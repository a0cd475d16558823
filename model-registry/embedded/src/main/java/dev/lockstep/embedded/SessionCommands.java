package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Map;
import java.util.UUID;

/** Sessions and the ends of transactions. */
final class SessionCommands {
    private final Sessions sessions;

    SessionCommands(Sessions sessions) {
        this.sessions = sessions;
    }

    void addTo(Map<String, Command> commands) {
        commands.put(
                "startsession",
                request -> Replies.ok(
                        new Document("id", new Document("id", UUID.randomUUID())).append("timeoutMinutes", 30)));
        commands.put("refreshsessions", request -> Replies.ok());
        commands.put("endsessions", request -> {
            sessions.end(request.documents("endSessions"));
            return Replies.ok();
        });
        commands.put("committransaction", request -> {
            sessions.commit(transaction(request));
            return Replies.ok();
        });
        commands.put("aborttransaction", request -> {
            sessions.abort(transaction(request));
            return Replies.ok();
        });
    }

    private static TransactionId transaction(Request request) {
        TransactionId id = TransactionId.of(request);
        if (id == null) {
            throw ServerErrors.location(125, "Transaction commands need lsid and txnNumber");
        }
        return id;
    }
}
