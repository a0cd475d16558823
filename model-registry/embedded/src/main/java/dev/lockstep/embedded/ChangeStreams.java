package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Opens change streams. */
final class ChangeStreams {
    private final ChangeLog log;
    private final Databases databases;
    private final BusyTime busy;
    private final ReentrantLock lock;

    ChangeStreams(ChangeLog log, Databases databases, BusyTime busy, ReentrantLock lock) {
        this.log = log;
        this.databases = databases;
        this.busy = busy;
        this.lock = lock;
    }

    static boolean isChangeStream(Request request) {
        List<Document> pipeline = request.documents("pipeline");
        return !pipeline.isEmpty() && pipeline.get(0).containsKey("$changeStream");
    }

    ChangeStreamCursor open(Request request) {
        List<Document> pipeline = request.documents("pipeline");
        Document options = Request.document(pipeline.get(0), "$changeStream");
        ChangeStreamCursor cursor = new ChangeStreamCursor(
                databases.cursors().generateCursorId(),
                log,
                start(options),
                scope(request, options),
                new EventRenderer(options, this::current),
                Pipeline.perDocument(pipeline.subList(1, pipeline.size())),
                busy);
        databases.cursors().add(cursor);
        return cursor;
    }

    private static ChangeStreamScope scope(Request request, Document options) {
        if (Request.truth(options.get("allChangesForCluster"))) {
            return new ChangeStreamScope(null, null);
        }
        return new ChangeStreamScope(
                request.database(), request.argument() instanceof String collection ? collection : null);
    }

    private ChangeStreamCursor.Start start(Document options) {
        if (options.containsKey("startAfter")) {
            ResumeToken token = ResumeToken.parse(options.get("startAfter"));
            return new ChangeStreamCursor.Start(log.positionAfter(token), token);
        }
        if (options.containsKey("resumeAfter")) {
            ResumeToken token = ResumeToken.parse(options.get("resumeAfter"));
            if (token.invalidate()) {
                throw ServerErrors.invalidResumeToken(
                        "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.");
            }
            return new ChangeStreamCursor.Start(log.positionAfter(token), token);
        }
        if (options.get("startAtOperationTime") instanceof BsonTimestamp time) {
            BsonTimestamp before = new BsonTimestamp(time.getValue() - 1);
            return new ChangeStreamCursor.Start(log.positionFrom(time), ResumeToken.highWaterMark(before));
        }
        return new ChangeStreamCursor.Start(log.end(), ResumeToken.highWaterMark(log.latest()));
    }

    private @Nullable Document current(ChangeEvent change) {
        lock.lock();
        try {
            EmbeddedCollection collection = databases.collection(change.database(), change.collection());
            if (collection == null || !collection.getUuid().equals(change.collectionId())) {
                return null;
            }
            return collection.select(new Document("_id", change.id()), null, 0, 1, null).stream()
                    .findFirst()
                    .orElse(null);
        } finally {
            lock.unlock();
        }
    }
}
