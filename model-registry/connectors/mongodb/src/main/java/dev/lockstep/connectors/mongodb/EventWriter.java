package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.WriteModel;
import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyStore.CopyFailure;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Event writes: one {@code updateMany} for all copies of a key, many keys in one bulk. Writes of one call have distinct
 * (definition, key) pairs, so the order inside a bulk is of no consequence.
 */
final class EventWriter {
    /** Up to so many writes are sent one by one, which tells the count of each; more go in bulks. */
    private static final int SINGLY = 4;

    private static final int BULK = 500;
    private static final int NARROWED = 500;
    private static final int MOST_FAILURES = 1_000;

    private final Databases databases;

    EventWriter(Databases databases) {
        this.databases = databases;
    }

    List<WriteResult> write(List<EventWrite> writes) {
        WriteResult[] results = new WriteResult[writes.size()];
        Map<CopyDefinition, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < writes.size(); i++) {
            groups.computeIfAbsent(writes.get(i).definition(), definition -> new ArrayList<>())
                    .add(i);
        }
        groups.forEach((definition, indexes) -> {
            for (int from = 0; from < indexes.size(); from += BULK) {
                List<Integer> chunk = indexes.subList(from, Math.min(from + BULK, indexes.size()));
                Group group = new Group(definition, databases);
                if (chunk.size() <= SINGLY) {
                    chunk.forEach(i -> group.bulk(writes, List.of(i), results));
                } else {
                    group.bulk(writes, chunk, results);
                }
            }
        });
        return List.of(results);
    }

    /** One {@code deleteMany} under the condition of an event write. */
    WriteResult remove(CopyDefinition definition, SourceKey key, Version version) {
        return new Group(definition, databases).remove(key, version);
    }

    /** The writes of one copy definition. */
    private static final class Group {
        private final MongoCollection<BsonDocument> collection;
        private final CopyQuery query;
        private final String createIndex;
        private final CopyDefinition definition;

        Group(CopyDefinition definition, Databases databases) {
            this.definition = definition;
            this.query = new CopyQuery(definition, databases.settings().labelPrefix());
            this.collection = databases.collection(definition.copy().at().collection());
            this.createIndex = query.createIndex(collection.getNamespace().getCollectionName());
        }

        WriteResult remove(SourceKey key, Version version) {
            DeleteOptions options = new DeleteOptions();
            String index = query.index();
            if (index != null) {
                options.hintString(index).collation(CopyQuery.simple());
            }
            try {
                return WriteResult.applied(collection
                        .deleteMany(query.writable(key, version), options)
                        .getDeletedCount());
            } catch (MongoException | BSONException | IllegalStateException failure) {
                return WriteResult.failed(MongoErrors.translate(
                        "remove the copies of " + definition + " for source key " + key, createIndex, failure));
            }
        }

        /** A bulk tells only the sum of its counts: it is reported with the first write that did not fail. */
        void bulk(List<EventWrite> writes, List<Integer> indexes, WriteResult[] results) {
            List<WriteModel<BsonDocument>> models = new ArrayList<>(indexes.size());
            List<Integer> sent = new ArrayList<>(indexes.size());
            for (int i : indexes) {
                try {
                    models.add(model(writes.get(i)));
                    sent.add(i);
                } catch (StoreException failure) {
                    results[i] = WriteResult.failed(failure);
                }
            }
            long sum = models.isEmpty() ? 0 : send(writes, models, sent, results);
            for (int i : sent) {
                if (results[i] == null) {
                    results[i] = WriteResult.applied(sum);
                    sum = 0;
                }
            }
        }

        private long send(
                List<EventWrite> writes, List<WriteModel<BsonDocument>> models, List<Integer> sent, WriteResult[] out) {
            try {
                return collection
                        .bulkWrite(models, new BulkWriteOptions().ordered(false))
                        .getModifiedCount();
            } catch (MongoBulkWriteException failure) {
                if (failure.getWriteConcernError() != null) {
                    failAll(writes, sent, out, failure);
                    return 0;
                }
                for (BulkWriteError error : failure.getWriteErrors()) {
                    int i = sent.get(error.getIndex());
                    out[i] = failed(
                            writes.get(i), MongoErrors.translate(what(writes.get(i)), createIndex, error, failure));
                }
                return failure.getWriteResult().getModifiedCount();
            } catch (MongoException | BSONException | IllegalStateException failure) {
                failAll(writes, sent, out, failure);
                return 0;
            }
        }

        private void failAll(List<EventWrite> writes, List<Integer> sent, WriteResult[] out, RuntimeException failure) {
            for (int i : sent) {
                out[i] = WriteResult.failed(MongoErrors.translate(what(writes.get(i)), createIndex, failure));
            }
        }

        private UpdateManyModel<BsonDocument> model(EventWrite write) {
            return update(write)
                    .many(
                            query.writable(write.key(), write.version()),
                            query.byIndex(query.writableElements(write.key(), write.version())));
        }

        private CopyUpdate update(EventWrite write) {
            return query.update(write.projected(), Label.of(write.key(), write.version()));
        }

        private WriteResult failed(EventWrite write, StoreException failure) {
            return failure.kind() == Kind.PERMANENT ? narrow(write, failure) : WriteResult.failed(failure);
        }

        /**
         * An {@code updateMany} ends at the first record that the server refuses: the records whose condition still
         * holds are written one by one, and those that are refused again are reported.
         */
        private WriteResult narrow(EventWrite write, StoreException whole) {
            List<CopyFailure> failures = new ArrayList<>();
            long applied = 0;
            try (MongoCursor<BsonDocument> rest = rest(write).iterator()) {
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
            return new WriteResult(
                    applied, failures, Optional.empty(), tooMany ? Optional.of(whole) : Optional.empty());
        }

        private FindIterable<BsonDocument> rest(EventWrite write) {
            FindIterable<BsonDocument> find = collection
                    .find(query.writable(write.key(), write.version()))
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
}
