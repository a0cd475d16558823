package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** find, count, distinct, aggregate, getMore, killCursors. */
final class ReadCommands {
    private static final int FIRST_BATCH = 101;
    private static final int NEXT_BATCH = 1_000;
    private static final int AWAIT_MILLIS = 1_000;

    private final Databases databases;
    private final ChangeStreams changeStreams;
    private final BusyTime busy;
    private final ReentrantLock lock;

    ReadCommands(Databases databases, ChangeStreams changeStreams, BusyTime busy, ReentrantLock lock) {
        this.databases = databases;
        this.changeStreams = changeStreams;
        this.busy = busy;
        this.lock = lock;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("find", this::find);
        commands.put("count", this::count);
        commands.put("distinct", this::distinct);
        commands.put("aggregate", this::aggregate);
        commands.put("killcursors", this::killCursors);
    }

    private Document find(Request request) {
        EmbeddedCollection collection = collection(request);
        String namespace = request.database() + "." + request.collection();
        if (collection == null) {
            return Replies.singleBatch(namespace, List.of());
        }
        check(collection, request);
        int limit = Math.abs(request.integer("limit", 0));
        List<Document> documents = collection.select(
                request.document("filter"),
                sort(request),
                request.integer("skip", 0),
                limit,
                request.body().get("projection") instanceof Document projection ? projection : null);
        if (request.flag("singleBatch")) {
            return Replies.singleBatch(namespace, documents);
        }
        return batched(namespace, documents, request.integer("batchSize", FIRST_BATCH));
    }

    private static @Nullable Document sort(Request request) {
        return request.body().get("sort") instanceof Document sort && !sort.isEmpty() ? sort : null;
    }

    private Document count(Request request) {
        EmbeddedCollection collection = collection(request);
        if (collection == null) {
            return Replies.ok(new Document("n", 0));
        }
        check(collection, request);
        int n = collection.count(request.document("query"), request.integer("skip", 0), request.integer("limit", 0));
        return Replies.ok(new Document("n", n));
    }

    private Document distinct(Request request) {
        EmbeddedCollection collection = collection(request);
        if (collection == null) {
            return Replies.ok(new Document("values", List.of()));
        }
        check(collection, request);
        return collection.handleDistinct(request.body());
    }

    private Document aggregate(Request request) {
        if (ChangeStreams.isChangeStream(request)) {
            ChangeStreamCursor cursor = changeStreams.open(request);
            return changes(cursor, "firstBatch", cursor.takeDocuments(batchSize(request, FIRST_BATCH)));
        }
        if (!(request.argument() instanceof String)) {
            throw ServerErrors.notImplemented("A collection-less aggregate other than a change stream");
        }
        String namespace = request.database() + "." + request.collection();
        EmbeddedCollection collection = collection(request);
        if (collection == null) {
            return Replies.singleBatch(namespace, List.of());
        }
        check(collection, request);
        return batched(namespace, run(request, collection), batchSize(request, FIRST_BATCH));
    }

    private List<Document> run(Request request, EmbeddedCollection collection) {
        List<Document> stages = request.documents("pipeline");
        Stream<Document> input;
        if (!stages.isEmpty() && stages.get(0).get("$match") instanceof Document filter) {
            input = collection.select(filter, null, 0, 0, null).stream();
            stages = stages.subList(1, stages.size());
        } else {
            input = collection.snapshots();
        }
        if (!stages.isEmpty() && stages.get(0).get("$sample") instanceof Document sample) {
            input = sampled(input, sample);
            stages = stages.subList(1, stages.size());
        }
        return Pipeline.of(stages, databases, databases.open(request.database()), collection)
                .run(input)
                .map(Document::clone)
                .toList();
    }

    /** The engine below sorts by an order that changes while it sorts, which fails for more than a few documents. */
    private static Stream<Document> sampled(Stream<Document> input, Document sample) {
        int size = sample.get("size") instanceof Number number ? number.intValue() : 0;
        List<Document> shuffled = new ArrayList<>(input.toList());
        Collections.shuffle(shuffled);
        return shuffled.stream().limit(size);
    }

    private static int batchSize(Request request, int otherwise) {
        return request.document("cursor").get("batchSize") instanceof Number size ? size.intValue() : otherwise;
    }

    private Document batched(String namespace, List<Document> documents, int size) {
        if (documents.size() <= size) {
            return Replies.singleBatch(namespace, documents);
        }
        long id = databases.cursors().generateCursorId();
        databases.cursors().add(new BatchCursor(id, documents.subList(size, documents.size())));
        return Replies.cursor(namespace, "firstBatch", documents.subList(0, size), id);
    }

    /** Called without the server's lock, since it may wait for changes. */
    Document getMore(Request request) {
        long id = request.argument() instanceof Number number ? number.longValue() : 0;
        Cursor cursor = databases.cursors().getCursor(id);
        int wanted = request.integer("batchSize", NEXT_BATCH);
        if (cursor instanceof ChangeStreamCursor changes) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(request.integer("maxTimeMS", AWAIT_MILLIS));
            return changes(changes, "nextBatch", changes.take(Math.max(1, wanted), nanos));
        }
        lock.lock();
        try {
            return busy.measure(() -> next(request, cursor, wanted == 0 ? NEXT_BATCH : wanted));
        } finally {
            lock.unlock();
        }
    }

    private Document next(Request request, Cursor cursor, int wanted) {
        List<Document> batch = cursor.takeDocuments(wanted);
        if (cursor.isEmpty()) {
            databases.cursors().remove(cursor);
        }
        String namespace = request.database() + "." + request.body().get("collection");
        return Replies.cursor(namespace, "nextBatch", batch, cursor.isEmpty() ? 0L : cursor.getId());
    }

    private Document changes(ChangeStreamCursor cursor, String batchName, List<Document> batch) {
        if (cursor.isEmpty()) {
            databases.cursors().remove(cursor);
        }
        Document reply =
                Replies.cursor(cursor.scope().namespace(), batchName, batch, cursor.isEmpty() ? 0L : cursor.getId());
        Request.document(reply, "cursor").append("postBatchResumeToken", cursor.postBatchResumeToken());
        return reply;
    }

    private Document killCursors(Request request) {
        Document reply = new Document();
        List<?> ids = request.body().get("cursors") instanceof List<?> list ? list : List.of();
        List<?> killed = ids.stream()
                .filter(id -> databases.cursors().remove(((Number) id).longValue()))
                .toList();
        List<?> unknown = ids.stream().filter(id -> !killed.contains(id)).toList();
        reply.append("cursorsKilled", killed).append("cursorsNotFound", unknown);
        return Replies.ok(reply.append("cursorsAlive", List.of()).append("cursorsUnknown", List.of()));
    }

    private @Nullable EmbeddedCollection collection(Request request) {
        return databases.collection(request.database(), request.collection());
    }

    private static void check(EmbeddedCollection collection, Request request) {
        collection.specs().check(request.body().get("hint"));
        Collations.check(request.body().get("collation"));
    }
}
