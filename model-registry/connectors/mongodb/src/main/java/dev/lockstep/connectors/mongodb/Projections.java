package dev.lockstep.connectors.mongodb;

import dev.lockstep.value.FieldPath;
import java.util.Collection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** What to bring along of a document: some paths, without the collisions that MongoDB refuses. */
final class Projections {
    private Projections() {}

    /**
     * Inclusions of these paths below {@code root} (with its dot, or empty), and of {@code _id}. Empty, which means
     * everything, if {@code root} is empty and some path cannot be spelled; the whole root if it is not.
     */
    static BsonDocument including(String root, Collection<FieldPath> paths) {
        BsonDocument projection = new BsonDocument();
        if (!paths.stream().allMatch(Paths::isPlain)) {
            return root.isEmpty() ? projection : projection.append(root.substring(0, root.length() - 1), one());
        }
        projection.put(root + "_id", one());
        outermost(paths).stream()
                .map(Paths::dotted)
                .filter(path -> !path.equals("_id") && !path.startsWith("_id."))
                .forEach(path -> projection.put(root + path, one()));
        return projection;
    }

    /** The paths that lie in no other one. */
    static List<FieldPath> outermost(Collection<FieldPath> paths) {
        return paths.stream()
                .distinct()
                .filter(path -> paths.stream().noneMatch(other -> !other.equals(path) && path.startsWith(other)))
                .toList();
    }

    private static BsonInt32 one() {
        return new BsonInt32(1);
    }
}
