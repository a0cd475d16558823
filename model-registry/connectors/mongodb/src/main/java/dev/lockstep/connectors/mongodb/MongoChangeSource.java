package dev.lockstep.connectors.mongodb;

import com.mongodb.client.ChangeStreamIterable;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;

/**
 * One partition for all collections of the store: a change stream on its database, or on the deployment when the store
 * names none. A collection more or less changes the filter, never the partition, so its checkpoint stays good.
 */
final class MongoChangeSource implements ChangeSource {
    static final String PARTITION = "changes";

    /** How long the server may hold one request; short, because a poll may want to return at once. */
    private static final Duration HOLD = Duration.ofMillis(100);

    private final StoreName store;
    private final Databases databases;
    private final ServerFacts facts;

    MongoChangeSource(StoreName store, Databases databases, ServerFacts facts) {
        this.store = store;
        this.databases = databases;
        this.facts = facts;
    }

    @Override
    public List<String> partitions(Set<String> collections) {
        return collections.isEmpty() ? List.of() : List.of(PARTITION);
    }

    @Override
    public ChangeStream open(String partition, Subscription subscription, Start start) {
        return MongoErrors.call("open the change stream of store " + store, () -> {
            List<BsonDocument> stages = new StreamPipeline(databases).stages(subscription);
            StreamOpener opener = new StreamOpener(stages);
            MongoChangeStreamCursor<BsonDocument> cursor = opener.open(start);
            return new MongoChangeStream(
                    facts.identity(), opener, cursor, new EventReader(store, databases, subscription));
        });
    }

    /** Opens cursors with one pipeline. */
    final class StreamOpener {
        private final List<BsonDocument> stages;

        StreamOpener(List<BsonDocument> stages) {
            this.stages = stages;
        }

        MongoChangeStreamCursor<BsonDocument> open(Start start) {
            if (start instanceof After after) {
                return after(BsonDocument.parse(after.point().token()));
            }
            return start instanceof Oldest ? oldest() : cursor(watch());
        }

        MongoChangeStreamCursor<BsonDocument> after(BsonDocument token) {
            return cursor(watch().startAfter(token));
        }

        private MongoChangeStreamCursor<BsonDocument> oldest() {
            BsonTimestamp oldest = new OldestServed(time -> probe(time)).find(facts.now());
            return cursor(watch().startAtOperationTime(oldest));
        }

        private boolean probe(BsonTimestamp time) {
            try (MongoChangeStreamCursor<BsonDocument> opened =
                    cursor(watch().batchSize(1).startAtOperationTime(time))) {
                opened.available();
                return true;
            } catch (com.mongodb.MongoCommandException failure) {
                if (MongoErrors.kind(failure.getErrorCode(), failure.getErrorMessage(), failure)
                        == dev.lockstep.store.StoreException.Kind.HISTORY_LOST) {
                    return false;
                }
                throw failure;
            }
        }

        private ChangeStreamIterable<BsonDocument> watch() {
            String database = databases.settings().database();
            ChangeStreamIterable<BsonDocument> stream = database == null
                    ? databases.client().watch(stages, BsonDocument.class)
                    : databases.database(database).watch(stages, BsonDocument.class);
            return stream.fullDocument(FullDocument.WHEN_AVAILABLE)
                    .fullDocumentBeforeChange(FullDocumentBeforeChange.WHEN_AVAILABLE)
                    .maxAwaitTime(HOLD.toMillis(), TimeUnit.MILLISECONDS);
        }

        private MongoChangeStreamCursor<BsonDocument> cursor(ChangeStreamIterable<BsonDocument> stream) {
            return (MongoChangeStreamCursor<BsonDocument>)
                    stream.withDocumentClass(BsonDocument.class).cursor();
        }
    }
}
