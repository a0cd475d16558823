package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Single statements of the write commands, each of them atomic under the server's lock. */
final class WriteStatements {
    private final Databases databases;
    private final Sessions sessions;

    WriteStatements(Databases databases, Sessions sessions) {
        this.databases = databases;
        this.sessions = sessions;
    }

    void insert(String database, String collection, Document document) {
        EmbeddedCollection target = databases.open(database).collectionOrCreate(collection);
        Document complete = new Document("_id", document.containsKey("_id") ? document.get("_id") : new ObjectId());
        complete.putAll(document);
        if (sessions.anyWrites()) {
            Transaction.DocumentKey key = new Transaction.DocumentKey(database, collection, complete.get("_id"));
            boolean free = sessions.claim(List.of(key));
            while (!free) {
                free = sessions.claim(List.of(key));
            }
        }
        target.addDocument(complete);
    }

    /** Runs one element of an update command's {@code updates}; answers n, nModified and perhaps upserted. */
    Document update(String database, String collection, Document statement) {
        Document filter = Request.document(statement, "q");
        boolean multi = Request.truth(statement.get("multi"));
        EmbeddedCollection target = databases.collection(database, collection);
        if (target != null) {
            target.specs().check(statement.get("hint"));
            if (sessions.anyWrites()) {
                claim(target, filter, null, multi ? 0 : 1);
            }
        }
        Collations.check(statement.get("collation"));
        if (statement.get("u") instanceof List<?> stages) {
            return updateByPipeline(database, collection, statement, documents(stages));
        }
        OperatorUpdate own =
                OperatorUpdate.of(filter, Request.document(statement, "u"), documents(statement.get("arrayFilters")));
        if (target != null && own != null) {
            UpdateStyle style = UpdateStyle.operators(Request.document(statement, "u"));
            Document result = target.rewriteAll(filter, multi, own, style);
            if (matchedAny(result) || !Request.truth(statement.get("upsert"))) {
                return result;
            }
        }
        return updateByLibrary(database, collection, statement);
    }

    private static boolean matchedAny(Document result) {
        return !Integer.valueOf(0).equals(result.get("n"));
    }

    private Document updateByLibrary(String database, String collection, Document statement) {
        Document forLibrary = statement.clone();
        List<Document> filters = documents(statement.get("arrayFilters"));
        if (!filters.isEmpty()) {
            forLibrary.put("arrayFilters", ArrayFilterRewrite.rewrite(filters));
        }
        Document reply = databases.open(database).update(collection, forLibrary);
        if (reply.get("writeErrors") instanceof List<?> errors && errors.get(0) instanceof Document error) {
            int code = error.get("code") instanceof Number number ? number.intValue() : 2;
            String name = error.get("codeName") instanceof String text ? text : "BadValue";
            throw new MongoServerError(code, name, String.valueOf(error.get("errmsg")));
        }
        if (reply.get("upserted") instanceof Iterable<?> upserts
                && upserts.iterator().next() instanceof Document upserted) {
            return new Document("n", 1).append("nModified", 0).append("upserted", upserted.get("_id"));
        }
        return reply;
    }

    private Document updateByPipeline(String database, String collection, Document statement, List<Document> stages) {
        EmbeddedCollection target = databases.open(database).collectionOrCreate(collection);
        Document filter = Request.document(statement, "q");
        PipelineUpdate update = new PipelineUpdate(stages);
        boolean multi = Request.truth(statement.get("multi"));
        Document result = target.rewriteAll(filter, multi, update, UpdateStyle.pipeline());
        if (matchedAny(result) || !Request.truth(statement.get("upsert"))) {
            return result;
        }
        Document fresh = update.apply(equalities(filter));
        fresh.putIfAbsent("_id", new ObjectId());
        insert(database, collection, fresh);
        return new Document("n", 1).append("nModified", 0).append("upserted", fresh.get("_id"));
    }

    private static Document equalities(Document filter) {
        Object start = new Document();
        for (Map.Entry<String, Object> condition : filter.entrySet()) {
            Object value = condition.getValue();
            if (value instanceof Document operators && Expressions.isOperator(operators)) {
                if (!operators.containsKey("$eq")) {
                    continue;
                }
                value = operators.get("$eq");
            }
            if (!condition.getKey().startsWith("$")) {
                start = Paths.set(start, Paths.split(condition.getKey()), value);
            }
        }
        return (Document) java.util.Objects.requireNonNull(start);
    }

    /** Deletes at most {@code limit} documents, all that match if it is 0. */
    int delete(String database, String collection, Document statement) {
        EmbeddedCollection target = databases.collection(database, collection);
        if (target == null) {
            return 0;
        }
        target.specs().check(statement.get("hint"));
        Collations.check(statement.get("collation"));
        Document filter = Request.document(statement, "q");
        int limit = statement.get("limit") instanceof Number number ? number.intValue() : 0;
        List<Document> matches = claim(target, filter, null, limit);
        matches.forEach(target::removeDocument);
        return matches.size();
    }

    /** The documents that match, once no other transaction has a hand on them. */
    List<Document> claim(EmbeddedCollection target, Document filter, @Nullable Document sort, int limit) {
        while (sessions.anyWrites()) {
            List<Transaction.DocumentKey> keys = target.select(filter, sort, 0, limit, null).stream()
                    .map(document -> new Transaction.DocumentKey(
                            target.getDatabaseName(), target.getCollectionName(), document.get("_id")))
                    .toList();
            if (sessions.claim(keys)) {
                break;
            }
        }
        return target.select(filter, sort, 0, limit, null);
    }

    @SuppressWarnings("unchecked")
    private static List<Document> documents(@Nullable Object list) {
        return list instanceof List<?> ? (List<Document>) list : List.of();
    }
}
