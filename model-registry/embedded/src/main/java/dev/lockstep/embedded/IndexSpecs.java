package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The descriptions of a collection's indexes, in the order of their creation. */
final class IndexSpecs {
    private final Map<String, Document> byName = new LinkedHashMap<>();

    IndexSpecs() {
        byName.put(
                "_id_",
                new Document("v", 2).append("key", new Document("_id", 1)).append("name", "_id_"));
    }

    List<Document> all() {
        return byName.values().stream().map(Document::clone).toList();
    }

    int size() {
        return byName.size();
    }

    void add(Document spec) {
        byName.put((String) spec.get("name"), spec);
    }

    @Nullable
    Document named(String name) {
        return byName.get(name);
    }

    @Nullable
    Document withKey(Document key) {
        return byName.values().stream()
                .filter(spec -> sameKey(Request.document(spec, "key"), key))
                .findFirst()
                .orElse(null);
    }

    void remove(String name) {
        byName.remove(name);
    }

    /** Fails as the real server does unless the hint names an index that exists and is not hidden. */
    void check(@Nullable Object hint) {
        if (hint == null || (hint instanceof Document key && (key.isEmpty() || key.containsKey("$natural")))) {
            return;
        }
        Document spec = hint instanceof Document key ? withKey(key) : named(String.valueOf(hint));
        if (spec == null || Request.truth(spec.get("hidden"))) {
            throw ServerErrors.hintNotFound();
        }
    }

    /** Key patterns are the same if they have the same fields in the same order, 1 and 1.0 being one. */
    static boolean sameKey(Document one, Document other) {
        return parts(one).equals(parts(other));
    }

    private static List<Object> parts(Document key) {
        List<Object> parts = new ArrayList<>();
        key.forEach((field, direction) -> {
            parts.add(field);
            parts.add(direction instanceof Number number ? (Object) number.doubleValue() : direction);
        });
        return parts;
    }
}
