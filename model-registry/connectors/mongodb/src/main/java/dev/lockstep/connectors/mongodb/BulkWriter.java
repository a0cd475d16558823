package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.WriteModel;
import dev.lockstep.change.Label;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyStore.CopyFailure;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Sends event writes of one copy definition, and narrows one that was refused down to the copies it was refused for.
 */
final class BulkWriter {
    private static final int NARROWED = 500;
    private static final int MOST_FAILURES = 1_000;

    private final CopyDefinition definition;
    private final MongoCollection<BsonDocument> collection;
    private final CopyQuery query;
    private final String createIndex;

    BulkWriter(
            CopyDefinition definition, MongoCollection<BsonDocument> collection, CopyQuery query, String createIndex) {
        this.definition = definition;
        this.collection = collection;
        this.query = query;
        this.createIndex = createIndex;
    }

    /**
     * Writes that are sent together.
     *
     * @param range of {@code _id}, {@code null} for all
     * @param sent the writes that could be told to the server, by number
     * @param results one for each write
     */
    private record Bulk(
            List<EventWrite> writes, @Nullable BsonDocument range, List<Integer> sent, WriteResult[] results) {}

    /** A bulk tells only the sum of its counts: it is reported with the first write that did not fail. */
    List<WriteResult> write(List<EventWrite> writes, @Nullable BsonDocument range) {
        Bulk bulk = new Bulk(writes, range, new ArrayList<>(), new WriteResult[writes.size()]);
        List<WriteModel<BsonDocument>> models = new ArrayList<>(writes.size());
        for (int i = 0; i < writes.size(); i++) {
            try {
                models.add(model(writes.get(i), range));
                bulk.sent().add(i);
            } catch (StoreException failure) {
                bulk.results()[i] = WriteResult.failed(failure);
            }
        }
        long sum = models.isEmpty() ? 0 : send(bulk, models);
        for (int i : bulk.sent()) {
            if (bulk.results()[i] == null) {
                bulk.results()[i] = WriteResult.applied(sum);
                sum = 0;
            }
        }
        return List.of(bulk.results());
    }

    private long send(Bulk bulk, List<WriteModel<BsonDocument>> models) {
        try {
            return collection
                    .bulkWrite(models, new BulkWriteOptions().ordered(false))
                    .getModifiedCount();
        } catch (MongoBulkWriteException failure) {
            if (failure.getWriteConcernError() != null) {
                failAll(bulk, failure);
                return 0;
            }
            for (BulkWriteError error : failure.getWriteErrors()) {
                int i = bulk.sent().get(error.getIndex());
                EventWrite write = bulk.writes().get(i);
                StoreException told = MongoErrors.translate(what(write), createIndex, error, failure);
                bulk.results()[i] =
                        told.kind() == Kind.PERMANENT ? narrow(write, bulk.range(), told) : WriteResult.failed(told);
            }
            return failure.getWriteResult().getModifiedCount();
        } catch (MongoException | BSONException | IllegalStateException failure) {
            failAll(bulk, failure);
            return 0;
        }
    }

    private void failAll(Bulk bulk, RuntimeException failure) {
        bulk.sent().forEach(i -> bulk.results()[i] = failed(bulk.writes().get(i), failure));
    }

    WriteResult failed(EventWrite write, RuntimeException failure) {
        return WriteResult.failed(MongoErrors.translate(what(write), createIndex, failure));
    }

    private UpdateManyModel<BsonDocument> model(EventWrite write, @Nullable BsonDocument range) {
        return update(write)
                .many(
                        WritePages.and(query.writable(write.key(), write.version()), range),
                        query.byIndex(query.writableElements(write.key(), write.version())));
    }

    private CopyUpdate update(EventWrite write) {
        return query.update(write.projected(), Label.of(write.key(), write.version()));
    }

    /**
     * An {@code updateMany} ends at the first record that the server refuses: the records whose condition still holds
     * are written one by one, and those that are refused again are reported.
     */
    private WriteResult narrow(EventWrite write, @Nullable BsonDocument range, StoreException whole) {
        List<CopyFailure> failures = new ArrayList<>();
        long applied = 0;
        try (MongoCursor<BsonDocument> rest = rest(write, range).iterator()) {
            while (rest.hasNext() && failures.size() < MOST_FAILURES) {
                List<BsonValue> ids = new ArrayList<>();
                while (rest.hasNext() && ids.size() < NARROWED) {
                    ids.add(rest.next().get("_id"));
                }
                applied += writeOnebyOne(write, ids, failures);
            }
        } catch (MongoException | BSONException | IllegalStateException failure) {
            return new WriteResult(
                    applied,
                    failures,
                    Optional.empty(),
                    Optional.of(MongoErrors.translate(what(write), createIndex, failure)));
        }
        boolean tooMany = failures.size() >= MOST_FAILURES;
        return new WriteResult(applied, failures, Optional.empty(), tooMany ? Optional.of(whole) : Optional.empty());
    }

    private FindIterable<BsonDocument> rest(EventWrite write, @Nullable BsonDocument range) {
        FindIterable<BsonDocument> find = collection
                .find(WritePages.and(query.writable(write.key(), write.version()), range))
                .projection(new BsonDocument("_id", new BsonInt32(1)))
                .batchSize(NARROWED);
        String index = query.index();
        return index == null ? find : find.hintString(index).collation(CopyQuery.simple());
    }

    private long writeOnebyOne(EventWrite write, List<BsonValue> ids, List<CopyFailure> failures) {
        List<WriteModel<BsonDocument>> models = new ArrayList<>(ids.size());
        for (BsonValue id : ids) {
            BsonDocument filter = query.writable(write.key(), write.version());
            filter.put("_id", id);
            models.add(update(write)
                    .one(
                            filter,
                            query.byIndex(query.writableElements(write.key(), write.version()))
                                    .hintString(null)
                                    .collation(null)));
        }
        try {
            return collection
                    .bulkWrite(models, new BulkWriteOptions().ordered(false))
                    .getModifiedCount();
        } catch (MongoBulkWriteException failure) {
            for (BulkWriteError error : failure.getWriteErrors()) {
                BsonValue id = ids.get(error.getIndex());
                String what = "write the copy " + Records.key(id) + " of " + definition;
                failures.add(
                        new CopyFailure(Records.key(id), MongoErrors.translate(what, createIndex, error, failure)));
            }
            return failure.getWriteResult().getModifiedCount();
        }
    }

    private String what(EventWrite write) {
        return "write the copies of " + definition + " for source key " + write.key();
    }
}
