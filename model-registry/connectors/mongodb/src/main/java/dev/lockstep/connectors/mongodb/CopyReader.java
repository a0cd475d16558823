package dev.lockstep.connectors.mongodb;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore.CopyPage;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads copies: majority reads on the primary, of the watched attributes and labels only. */
final class CopyReader {
    private static final BsonDocument BY_ID = new BsonDocument("_id", new BsonInt32(1));

    private final Databases databases;

    CopyReader(Databases databases) {
        this.databases = databases;
    }

    CopyPage find(CopyDefinition definition, SourceKey key, @Nullable Cursor after, int limit) {
        CopyQuery query = new CopyQuery(definition, databases.settings().labelPrefix());
        MongoCollection<BsonDocument> collection = collection(definition);
        String index = query.index();
        String createIndex = query.createIndex(collection.getNamespace().getCollectionName());
        return MongoErrors.call("find the copies of " + definition + " for source key " + key, createIndex, () -> {
            BsonDocument filter = query.copiesOf(key);
            FindIterable<BsonDocument> find =
                    collection.find(after == null ? filter : CopyQuery.allOf(filter, IdRange.after(after)));
            CopyPage page = page(
                    definition, index == null ? find : find.hintString(index).collation(CopyQuery.simple()), limit);
            return new CopyPage(
                    page.copies().stream()
                            .filter(copy -> copy.pointer().filter(key::equals).isPresent())
                            .toList(),
                    page.next());
        });
    }

    List<CopyState> read(CopyDefinition definition, Collection<RecordKey> records) {
        BsonArray ids = new BsonArray();
        records.forEach(record -> ids.add(id(definition, record)));
        return MongoErrors.call(
                "read copies of " + definition,
                () -> states(
                        definition,
                        collection(definition)
                                .find(new BsonDocument("_id", new BsonDocument("$in", ids)))
                                .projection(projection(definition))
                                .into(new ArrayList<>())));
    }

    List<Segment> segments(CopyDefinition definition, int wanted) {
        return MongoErrors.call(
                "split the copies of " + definition + " for a scan",
                () -> IdRange.split(collection(definition), wanted));
    }

    CopyPage scan(CopyDefinition definition, Segment segment, @Nullable Cursor after, int limit) {
        BsonDocument filter = IdRange.parse(segment).query(after);
        return MongoErrors.call(
                "scan the copies of " + definition,
                () -> page(definition, collection(definition).find(filter), limit));
    }

    List<CopyState> sample(CopyDefinition definition, int size) {
        List<BsonDocument> pipeline = List.of(
                new BsonDocument("$sample", new BsonDocument("size", new BsonInt32(size))),
                new BsonDocument("$project", projection(definition)));
        return MongoErrors.call("draw a sample of the copies of " + definition, () -> {
            Set<BsonValue> seen = new LinkedHashSet<>();
            List<BsonDocument> drawn =
                    collection(definition).aggregate(pipeline).into(new ArrayList<>());
            drawn.removeIf(document -> !seen.add(document.get("_id", BsonNull.VALUE)));
            return states(definition, drawn);
        });
    }

    private CopyPage page(CopyDefinition definition, FindIterable<BsonDocument> find, int limit) {
        List<BsonDocument> documents = find.sort(BY_ID)
                .limit(limit)
                .batchSize(limit)
                .projection(projection(definition))
                .into(new ArrayList<>());
        return new CopyPage(
                states(definition, documents),
                documents.size() < limit
                        ? Optional.empty()
                        : Optional.of(IdRange.cursorAfter(documents.get(documents.size() - 1))));
    }

    private List<CopyState> states(CopyDefinition definition, List<BsonDocument> documents) {
        List<CopyState> states = new ArrayList<>();
        documents.forEach(document -> states.addAll(CopyState.of(
                definition,
                Records.keyOf(document),
                BsonMapping.toDoc(document),
                databases.settings().labelPrefix())));
        return states;
    }

    private BsonDocument projection(CopyDefinition definition) {
        Set<FieldPath> paths = new LinkedHashSet<>(definition.watchedCopyPaths());
        if (definition.copy().elements() == null) {
            paths.add(definition.labelPath(databases.settings().labelPrefix()));
        }
        return Projections.including("", paths);
    }

    private MongoCollection<BsonDocument> collection(CopyDefinition definition) {
        return databases.collection(definition.copy().at().collection());
    }

    private static BsonValue id(CopyDefinition definition, RecordKey record) {
        Value id = record.attributes().entries().get("_id");
        if (id == null) {
            throw new StoreException(
                    Kind.PERMANENT,
                    "Could not read the copy " + record + " of " + definition + ": its key has no _id.",
                    null);
        }
        return BsonMapping.toBson(id);
    }
}
