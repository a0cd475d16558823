package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Picks the index that leaves the fewest documents to look at. */
final class AccessPath {
    private AccessPath() {}

    /** The positions of all documents that can match, null if every document must be looked at. */
    static @Nullable Iterable<Integer> of(Document query, List<Index<Integer>> indexes) {
        Set<Integer> fewest = null;
        for (Map.Entry<String, Object> condition : query.entrySet()) {
            for (Index<Integer> index : indexes) {
                if (!index.getKeys().get(0).getKey().equals(condition.getKey())) {
                    continue;
                }
                if (index instanceof HashIndex hash) {
                    Set<Integer> some = hash.candidates(condition.getValue());
                    fewest = some != null && (fewest == null || some.size() < fewest.size()) ? some : fewest;
                } else if (isUniqueLookup(index, condition.getValue())) {
                    return index.getPositions(new Document(condition.getKey(), condition.getValue()));
                }
            }
        }
        return fewest;
    }

    private static boolean isUniqueLookup(Index<Integer> index, @Nullable Object condition) {
        boolean single = index.getKeys().size() == 1;
        boolean scalar = HashIndex.isScalar(condition)
                || (condition instanceof Document operators && operators.size() == 1 && operators.containsKey("$in"));
        return single
                && scalar
                && index.canHandle(new Document(index.getKeys().get(0).getKey(), condition));
    }
}
