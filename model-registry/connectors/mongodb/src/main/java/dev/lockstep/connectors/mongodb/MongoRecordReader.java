package dev.lockstep.connectors.mongodb;

import com.mongodb.ClientSessionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import dev.lockstep.change.Position;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Strong reads of sources: read concern majority on the primary, in a causal session that has been told the position
 * which the read may not be older than ({@code afterClusterTime}).
 */
final class MongoRecordReader implements RecordReader {
    private final Databases databases;
    private final UniqueIndexes uniqueIndexes;

    MongoRecordReader(Databases databases) {
        this.databases = databases;
        this.uniqueIndexes = new UniqueIndexes(databases);
    }

    @Override
    public Map<SourceKey, Doc> read(Source source, Collection<SourceKey> keys, Optional<Position> notBefore) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        try {
            return read(source, new HashSet<>(keys), notBefore, uniqueIndexes.nameFor(source));
        } catch (StoreException failure) {
            if (failure.kind() == StoreException.Kind.ACCESS_PATH_LOST) {
                uniqueIndexes.forget(source);
            }
            throw failure;
        }
    }

    private Map<SourceKey, Doc> read(
            Source source, Set<SourceKey> wanted, Optional<Position> notBefore, @Nullable String index) {
        return MongoErrors.call("read sources from " + source.at(), UniqueIndexes.createIndex(source), () -> {
            Map<SourceKey, Doc> found = new HashMap<>();
            try (ClientSession session = session(notBefore)) {
                FindIterable<BsonDocument> find = collection(source).find(session, query(source, wanted));
                if (index != null) {
                    find.hintString(index).collation(CopyQuery.simple());
                }
                find.forEach(document -> {
                    Doc record = BsonMapping.toDoc(document);
                    source.key().match(record).filter(wanted::contains).ifPresent(key -> found.put(key, record));
                });
            }
            return found;
        });
    }

    private ClientSession session(Optional<Position> notBefore) {
        ClientSession session = databases
                .client()
                .startSession(
                        ClientSessionOptions.builder().causallyConsistent(true).build());
        notBefore.flatMap(StreamPosition::clusterTime).ifPresent(session::advanceOperationTime);
        return session;
    }

    private static BsonDocument query(Source source, Set<SourceKey> keys) {
        List<FieldPath> attributes = source.key().attributes();
        if (attributes.size() == 1) {
            FieldPath attribute = attributes.get(0);
            Set<BsonValue> values = new LinkedHashSet<>();
            keys.forEach(
                    key -> source.key().render(key).values().forEach(value -> values.add(BsonMapping.toBson(value))));
            return new BsonDocument(
                    Paths.dotted(attribute), new BsonDocument("$in", new BsonArray(List.copyOf(values))));
        }
        BsonArray any = new BsonArray();
        for (SourceKey key : keys) {
            BsonDocument one = new BsonDocument();
            source.key().render(key).forEach((path, value) -> one.put(Paths.dotted(path), Conditions.keyEquals(value)));
            any.add(one);
        }
        return new BsonDocument("$or", any);
    }

    @Override
    public List<Segment> segments(Source source, int wanted) {
        return MongoErrors.call(
                "split " + source.at() + " for a scan", () -> IdRange.split(collection(source), wanted));
    }

    @Override
    public Page scan(Source source, Segment segment, @Nullable Cursor after, int limit) {
        BsonDocument query = IdRange.parse(segment).query(after);
        return MongoErrors.call("scan " + source.at(), () -> {
            List<BsonDocument> documents = collection(source)
                    .find(query)
                    .sort(new BsonDocument("_id", new BsonInt32(1)))
                    .limit(limit)
                    .batchSize(limit)
                    .into(new ArrayList<>());
            return new Page(
                    documents.stream().map(BsonMapping::toDoc).toList(),
                    documents.size() < limit
                            ? Optional.empty()
                            : Optional.of(IdRange.cursorAfter(documents.get(documents.size() - 1))));
        });
    }

    private MongoCollection<BsonDocument> collection(Source source) {
        return databases.collection(source.at().collection());
    }
}
