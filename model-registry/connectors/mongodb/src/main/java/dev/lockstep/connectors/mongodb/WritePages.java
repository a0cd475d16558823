package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.DeleteOptions;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BSONException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.jspecify.annotations.Nullable;

/**
 * The event writes of one copy definition, in pages. A page ends at an {@code _id}. The index of the copies finds it;
 * it does so without looking at the pages before when {@code _id} is its last field.
 */
final class WritePages {
    private static final BsonDocument ID = new BsonDocument("_id", new BsonInt32(1));

    private final CopyDefinition definition;
    private final MongoCollection<BsonDocument> collection;
    private final CopyQuery query;
    private final BulkWriter bulks;
    private final String createIndex;
    private final int size;

    WritePages(CopyDefinition definition, Databases databases) {
        this.definition = definition;
        this.query = new CopyQuery(definition, databases.settings().labelPrefix());
        this.collection = databases.collection(definition.copy().at().collection());
        this.createIndex = query.createIndex(collection.getNamespace().getCollectionName());
        this.bulks = new BulkWriter(definition, collection, query, createIndex);
        this.size = databases.settings().writePage();
    }

    /** True when these writes together may have more copies than a page; fails like the driver. */
    boolean exceedOne(List<EventWrite> writes) {
        return moreThanAPage(writes.stream().map(EventWrite::key).toList());
    }

    private boolean moreThanAPage(List<SourceKey> keys) {
        if (query.index() == null) {
            return keys.size() > size;
        }
        BsonDocument inIndex = new BsonDocument("_id", new BsonInt32(0));
        CopyQuery.indexedPaths(definition).forEach(path -> inIndex.put(path, new BsonInt32(1)));
        return byIndex(collection.find(query.perhapsCopiesOf(keys)))
                        .projection(inIndex)
                        .skip(size)
                        .limit(1)
                        .first()
                != null;
    }

    /** Copies as the index has them. */
    OptionalLong count(SourceKey key) {
        String index = query.index();
        if (index == null) {
            return OptionalLong.of(1);
        }
        CountOptions options = new CountOptions().hintString(index).collation(CopyQuery.simple());
        return MongoErrors.call(
                "count the copies of " + definition + " for source key " + key,
                createIndex,
                () -> OptionalLong.of(collection.countDocuments(query.perhapsCopiesOf(List.of(key)), options)));
    }

    /** All copies of these keys, in one command. */
    List<WriteResult> whole(List<EventWrite> writes) {
        return bulks.write(writes, null);
    }

    /** The next page of a key's copies. */
    WriteResult page(EventWrite write) {
        try {
            Optional<BsonDocument> last = lastOfPage(write.key(), write.from());
            WriteResult result =
                    bulks.write(List.of(write), range(write.from(), last)).get(0);
            return result.failed().isPresent()
                    ? result
                    : new WriteResult(
                            result.applied(), result.failures(), last.map(IdRange::cursorAfter), Optional.empty());
        } catch (MongoException | BSONException | IllegalStateException failure) {
            return failed(write, failure);
        }
    }

    /** Removes a page of a key's copies. */
    WriteResult remove(SourceKey key, Version version, @Nullable Cursor from) {
        DeleteOptions options = new DeleteOptions();
        String index = query.index();
        if (index != null) {
            options.hintString(index).collation(CopyQuery.simple());
        }
        try {
            boolean whole = from == null && !moreThanAPage(List.of(key));
            Optional<BsonDocument> last = whole ? Optional.empty() : lastOfPage(key, from);
            BsonDocument filter = and(query.writable(key, version), range(from, last));
            long removed = collection.deleteMany(filter, options).getDeletedCount();
            return new WriteResult(removed, List.of(), last.map(IdRange::cursorAfter), Optional.empty());
        } catch (MongoException | BSONException | IllegalStateException failure) {
            return WriteResult.failed(MongoErrors.translate(
                    "remove the copies of " + definition + " for source key " + key, createIndex, failure));
        }
    }

    private Optional<BsonDocument> lastOfPage(SourceKey key, @Nullable Cursor from) {
        BsonDocument filter = and(query.copiesOf(key), range(from, Optional.empty()));
        return Optional.ofNullable(byIndex(collection.find(filter))
                .sort(ID)
                .projection(ID)
                .skip(size - 1)
                .limit(1)
                .first());
    }

    private static @Nullable BsonDocument range(@Nullable Cursor from, Optional<BsonDocument> last) {
        if (last.isPresent()) {
            return IdRange.upTo(from, last.get().getOrDefault("_id", BsonNull.VALUE));
        }
        return from == null ? null : IdRange.after(from);
    }

    static BsonDocument and(BsonDocument filter, @Nullable BsonDocument range) {
        return range == null ? filter : CopyQuery.allOf(filter, range);
    }

    private FindIterable<BsonDocument> byIndex(FindIterable<BsonDocument> find) {
        String index = query.index();
        return index == null ? find : find.hintString(index).collation(CopyQuery.simple());
    }

    WriteResult failed(EventWrite write, RuntimeException failure) {
        return bulks.failed(write, failure);
    }
}
