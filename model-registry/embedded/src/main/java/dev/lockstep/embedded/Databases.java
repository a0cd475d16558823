package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.CursorRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All databases, made when first named. Used only under the server's lock. */
final class Databases {
    private final Map<String, EmbeddedDatabase> byName = new TreeMap<>();
    private final CursorRegistry cursors = new CursorRegistry();
    private final ChangeRecorder recorder;

    Databases(ChangeRecorder recorder) {
        this.recorder = recorder;
    }

    EmbeddedDatabase open(String name) {
        return byName.computeIfAbsent(name, key -> new EmbeddedDatabase(key, cursors, recorder));
    }

    @Nullable
    EmbeddedCollection collection(String database, String collection) {
        EmbeddedDatabase existing = byName.get(database);
        return existing == null ? null : existing.collection(collection);
    }

    /** Databases that hold a collection. */
    List<String> names() {
        return byName.entrySet().stream()
                .filter(entry -> !entry.getValue().collectionNames().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    void drop(String name) {
        EmbeddedDatabase existing = byName.remove(name);
        if (existing != null && !existing.collectionNames().isEmpty()) {
            existing.dropAll();
        }
    }

    CursorRegistry cursors() {
        return cursors;
    }
}
