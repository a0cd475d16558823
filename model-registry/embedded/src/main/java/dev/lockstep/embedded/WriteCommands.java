package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** insert, update, delete. */
final class WriteCommands {
    private final WriteStatements statements;

    WriteCommands(WriteStatements statements) {
        this.statements = statements;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("insert", this::insert);
        commands.put("update", this::update);
        commands.put("delete", this::delete);
    }

    private Document insert(Request request) {
        Batch batch = new Batch(request);
        batch.run(request.documents("documents"), document -> {
            statements.insert(request.database(), request.collection(), document);
            batch.n++;
        });
        return batch.reply();
    }

    private Document update(Request request) {
        Batch batch = new Batch(request);
        List<Document> upserted = new ArrayList<>();
        int[] modified = {0};
        batch.run(request.documents("updates"), statement -> {
            Document result = statements.update(request.database(), request.collection(), statement);
            batch.n += number(result, "n");
            modified[0] += number(result, "nModified");
            if (result.containsKey("upserted")) {
                upserted.add(new Document("index", batch.index).append("_id", result.get("upserted")));
            }
        });
        Document reply = batch.reply().append("nModified", modified[0]);
        return upserted.isEmpty() ? reply : reply.append("upserted", upserted);
    }

    private static int number(Document result, String field) {
        return result.get(field) instanceof Number number ? number.intValue() : 0;
    }

    private Document delete(Request request) {
        Batch batch = new Batch(request);
        batch.run(
                request.documents("deletes"),
                statement -> batch.n += statements.delete(request.database(), request.collection(), statement));
        return batch.reply();
    }

    /** Runs statements one by one, and stops at the first error if they are ordered. */
    private static final class Batch {
        private final Request request;
        private final List<Document> errors = new ArrayList<>();
        private int n;
        private int index;

        private Batch(Request request) {
            this.request = request;
        }

        private void run(List<Document> statements, java.util.function.Consumer<Document> each) {
            for (index = 0; index < statements.size(); index++) {
                try {
                    each.accept(statements.get(index));
                } catch (ServerErrors.TransientTransactionError conflict) {
                    throw conflict;
                } catch (MongoServerException failure) {
                    errors.add(Replies.writeError(index, failure));
                    if (request.ordered()) {
                        return;
                    }
                }
            }
        }

        private Document reply() {
            Document reply = Replies.ok(new Document("n", n));
            return errors.isEmpty() ? reply : reply.append("writeErrors", errors);
        }
    }
}
