package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** createIndexes, listIndexes, dropIndexes. */
final class IndexCommands {
    private final Databases databases;

    IndexCommands(Databases databases) {
        this.databases = databases;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("createindexes", this::create);
        commands.put("listindexes", this::list);
        commands.put("dropindexes", this::drop);
        commands.put("deleteindexes", this::drop);
    }

    private Document create(Request request) {
        boolean created = databases.collection(request.database(), request.collection()) == null;
        EmbeddedCollection collection = databases.open(request.database()).collectionOrCreate(request.collection());
        int before = collection.specs().size();
        request.documents("indexes").forEach(spec -> create(collection, spec));
        return Replies.ok(new Document("numIndexesBefore", before)
                .append("numIndexesAfter", collection.specs().size())
                .append("createdCollectionAutomatically", created));
    }

    private static void create(EmbeddedCollection collection, Document given) {
        Document spec = new Document("v", 2);
        spec.putAll(given);
        spec.remove("ns");
        String name = String.valueOf(spec.get("name"));
        Document key = Request.document(spec, "key");
        Document sameName = collection.specs().named(name);
        Document sameKey = collection.specs().withKey(key);
        if (sameName != null && sameName.equals(sameKey)) {
            return;
        }
        if (sameName != null || (sameKey != null && !spec.containsKey("collation"))) {
            throw ServerErrors.indexOptionsConflict(
                    "Index already exists with a different name or key: " + (sameName != null ? sameName : sameKey));
        }
        Index<Integer> index = index(name, key, spec);
        if (index != null) {
            collection.addIndex(index);
        }
        collection.specs().add(spec);
    }

    /** The index that does the work; null for kinds that only stand in the listing (text, geo, wildcard). */
    private static @Nullable Index<Integer> index(String name, Document key, Document spec) {
        List<IndexKey> keys = new ArrayList<>();
        key.forEach((field, direction) ->
                keys.add(new IndexKey(field, direction instanceof Number number && number.doubleValue() > 0)));
        boolean sparse = Request.truth(spec.get("sparse"));
        if (Request.truth(spec.get("unique"))) {
            return spec.get("partialFilterExpression") instanceof Document filter
                    ? new PartialUniqueIndex(name, keys, filter)
                    : new MemoryUniqueIndex(name, keys, sparse);
        }
        boolean plain = key.entrySet().stream()
                .allMatch(entry ->
                        entry.getValue() instanceof Number && !entry.getKey().contains("$"));
        return plain ? new HashIndex(name, keys, sparse) : null;
    }

    private Document list(Request request) {
        EmbeddedCollection collection = databases.collection(request.database(), request.collection());
        if (collection == null) {
            throw ServerErrors.namespaceNotFound(
                    "ns does not exist: " + request.database() + "." + request.collection());
        }
        return Replies.singleBatch(collection.getFullName(), collection.specs().all());
    }

    private Document drop(Request request) {
        EmbeddedCollection collection = databases.collection(request.database(), request.collection());
        if (collection == null) {
            throw ServerErrors.namespaceNotFound("ns not found " + request.database() + "." + request.collection());
        }
        int before = collection.specs().size();
        for (Document spec : chosen(collection, request.body().get("index"))) {
            drop(collection, String.valueOf(spec.get("name")));
        }
        return Replies.ok(new Document("nIndexesWas", before));
    }

    private static List<Document> chosen(EmbeddedCollection collection, @Nullable Object which) {
        IndexSpecs specs = collection.specs();
        if ("*".equals(which)) {
            return specs.all().subList(1, specs.size());
        }
        List<Document> chosen = new ArrayList<>();
        for (Object each : which instanceof List<?> many ? many : List.of(String.valueOf(which))) {
            Document spec = which instanceof Document key ? specs.withKey(key) : specs.named(String.valueOf(each));
            if (spec == null) {
                throw ServerErrors.indexNotFound("index not found with name [" + which + "]");
            }
            if ("_id_".equals(spec.get("name"))) {
                throw ServerErrors.location(72, "cannot drop _id index");
            }
            chosen.add(spec);
        }
        return chosen;
    }

    private static void drop(EmbeddedCollection collection, String name) {
        boolean works = collection.getIndexes().stream()
                .anyMatch(index -> index.getName().equals(name));
        if (works) {
            collection.dropIndex(name);
        }
        collection.specs().remove(name);
    }
}
