package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import dev.lockstep.change.Captured;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.store.ChangeStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** An open change stream. It goes on by itself after a dropped database has ended it on the server. */
final class MongoChangeStream implements ChangeStream {
    private final String identity;
    private final MongoChangeSource.StreamOpener opener;
    private final EventReader events;
    private MongoChangeStreamCursor<BsonDocument> cursor;
    private @Nullable BsonDocument lastToken;

    MongoChangeStream(
            String identity,
            MongoChangeSource.StreamOpener opener,
            MongoChangeStreamCursor<BsonDocument> cursor,
            EventReader events) {
        this.identity = identity;
        this.opener = opener;
        this.cursor = cursor;
        this.events = events;
        this.lastToken = cursor.getResumeToken();
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Batch poll(int most, Duration wait) {
        long start = System.nanoTime();
        try {
            List<Captured> changes = new ArrayList<>();
            do {
                readInto(changes, most);
            } while (changes.isEmpty() && System.nanoTime() - start < wait.toNanos());
            return new Batch(changes, resumePoint(), cursor.available() == 0 ? upTo() : Optional.empty());
        } catch (MongoException | BSONException | IllegalStateException failure) {
            throw MongoErrors.translate("read the change stream", "", failure);
        }
    }

    /** Waits for the first event as long as the server holds a request, then takes what has come with it. */
    private void readInto(List<Captured> changes, int most) {
        BsonDocument event = cursor.tryNext();
        while (event != null) {
            changes.addAll(events.read(event));
            if (event.getString("operationType").getValue().equals("invalidate")) {
                cursor.close();
                cursor = opener.after(event.getDocument("_id"));
                return;
            }
            event = changes.size() < most && cursor.available() > 0 ? cursor.tryNext() : null;
        }
    }

    private ResumePoint resumePoint() {
        BsonDocument token = cursor.getResumeToken();
        lastToken = token == null ? lastToken : token;
        if (lastToken == null) {
            throw new IllegalStateException("the server sends no resume token");
        }
        return new ResumePoint(lastToken.toJson());
    }

    private Optional<Instant> upTo() {
        return ResumeToken.parse(lastToken).map(token -> EventReader.instant(token.clusterTime()));
    }

    @Override
    public void acknowledge(ResumePoint point) {
        // MongoDB keeps its history by time and size; it does not want to know.
    }

    @Override
    public void close() {
        cursor.close();
    }
}
