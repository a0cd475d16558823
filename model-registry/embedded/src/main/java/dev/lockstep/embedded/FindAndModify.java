package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** findAndModify, out of a look-up and one write statement. */
final class FindAndModify {
    private final Databases databases;
    private final WriteStatements statements;

    FindAndModify(Databases databases, WriteStatements statements) {
        this.databases = databases;
        this.statements = statements;
    }

    Document run(Request request) {
        EmbeddedCollection target = databases.open(request.database()).collectionOrCreate(request.collection());
        target.specs().check(request.body().get("hint"));
        Collations.check(request.body().get("collation"));
        Document sort = request.body().get("sort") instanceof Document given && !given.isEmpty() ? given : null;
        List<Document> matches = statements.claim(target, request.document("query"), sort, 1);
        Document before = matches.isEmpty() ? null : matches.get(0);
        return request.flag("remove") ? remove(request, before) : update(request, target, before);
    }

    private Document remove(Request request, @Nullable Document before) {
        if (before != null) {
            Document byId = new Document("q", new Document("_id", before.get("_id"))).append("limit", 1);
            statements.delete(request.database(), request.collection(), byId);
        }
        return reply(request, new Document("n", before == null ? 0 : 1), before);
    }

    private Document update(Request request, EmbeddedCollection target, @Nullable Document before) {
        if (before == null && !request.flag("upsert")) {
            return reply(request, new Document("n", 0).append("updatedExisting", false), null);
        }
        Document result = statements.update(request.database(), request.collection(), statement(request, before));
        Object id = before == null ? result.get("upserted") : before.get("_id");
        Document last = new Document("n", 1).append("updatedExisting", before != null);
        if (before == null) {
            last.append("upserted", id);
        }
        Document value = before;
        if (request.flag("new")) {
            value = target.select(new Document("_id", id), null, 0, 1, null).get(0);
        }
        return reply(request, last, value);
    }

    /** The query stays beside the id, since the positional operator refers to it. */
    private static Document statement(Request request, @Nullable Document before) {
        Document filter = request.document("query").clone();
        if (before != null) {
            filter.put("_id", before.get("_id"));
        }
        Document statement = new Document("q", filter)
                .append("u", request.body().get("update"))
                .append("upsert", before == null);
        if (request.body().containsKey("arrayFilters")) {
            statement.append("arrayFilters", request.body().get("arrayFilters"));
        }
        return statement;
    }

    private static Document reply(Request request, Document last, @Nullable Document value) {
        Document shown = value;
        if (value != null && !request.document("fields").isEmpty()) {
            Document projection = new Document("$project", request.document("fields"));
            shown = Pipeline.perDocument(List.of(projection))
                    .run(Stream.of(value))
                    .findFirst()
                    .orElseThrow();
        }
        return Replies.ok(new Document("lastErrorObject", last).append("value", shown));
    }
}
