package dev.lockstep.connectors.mongodb;

import dev.lockstep.registry.Source;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** The unique indexes by which sources are read when their key is not {@code _id}; looked up once per collection. */
final class UniqueIndexes {
    private final Databases databases;
    private final Map<String, String> names = new ConcurrentHashMap<>();

    UniqueIndexes(Databases databases) {
        this.databases = databases;
    }

    /** The index's name, {@code null} when the key is {@code _id}; ACCESS_PATH_LOST when there is none. */
    @Nullable
    String nameFor(Source source) {
        List<String> attributes =
                source.key().attributes().stream().map(Paths::dotted).toList();
        if (attributes.equals(List.of("_id"))) {
            return null;
        }
        return names.computeIfAbsent(source.at().collection() + " " + attributes, key -> find(source, attributes));
    }

    /** Looks again next time, after the index turned out to be gone. */
    void forget(Source source) {
        names.keySet().removeIf(key -> key.startsWith(source.at().collection() + " "));
    }

    private String find(Source source, List<String> attributes) {
        return MongoErrors.call("read the indexes of " + source.at(), () -> {
            for (IndexInfo index : IndexInfo.of(databases, source.at().collection())) {
                if (index.isUniqueOver(attributes)) {
                    return index.name();
                }
            }
            throw new StoreException(
                    Kind.ACCESS_PATH_LOST,
                    "Could not read sources from " + source.at() + ": no unique index over " + attributes
                            + ". Nothing was scanned; create it: " + createIndex(source),
                    null);
        });
    }

    static String createIndex(Source source) {
        BsonDocument keys = new BsonDocument();
        source.key().attributes().forEach(path -> keys.put(Paths.loose(path), new BsonInt32(1)));
        return "db.getCollection(" + IndexInfo.quote(source.at().collection()) + ").createIndex(" + keys.toJson()
                + ", {unique: true})";
    }
}
