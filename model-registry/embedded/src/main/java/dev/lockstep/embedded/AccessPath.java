package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Picks the index that leaves the fewest documents to look at. */
final class AccessPath {
    private final List<Index<Integer>> indexes;
    private @Nullable Collection<Integer> fewest;
    private @Nullable Object idRange;

    private AccessPath(List<Index<Integer>> indexes) {
        this.indexes = indexes;
    }

    /**
     * The positions of all documents that can match, null if every document must be looked at.
     *
     * @param idOrder 1 or -1 if they must come in the order of their ids, 0 if the order does not matter
     */
    static @Nullable Candidates of(Document query, List<Index<Integer>> indexes, int idOrder) {
        AccessPath path = new AccessPath(indexes);
        path.look(query);
        if (path.fewest != null) {
            return new Candidates(path.fewest, false);
        }
        boolean byId = idOrder != 0 || path.idRange != null;
        if (byId && !indexes.isEmpty() && indexes.get(0) instanceof IdIndex ids) {
            Collection<Integer> ordered = ids.ordered(path.idRange, idOrder < 0);
            return ordered == null ? null : new Candidates(ordered, idOrder != 0);
        }
        return null;
    }

    private void look(Document query) {
        for (Map.Entry<String, Object> condition : query.entrySet()) {
            if (condition.getKey().equals("$and") && condition.getValue() instanceof List<?> clauses) {
                clauses.forEach(clause -> {
                    if (clause instanceof Document document) {
                        look(document);
                    }
                });
            } else {
                consider(condition.getKey(), condition.getValue());
            }
        }
    }

    private void consider(String field, @Nullable Object condition) {
        for (Index<Integer> index : indexes) {
            if (!index.getKeys().get(0).getKey().equals(field)) {
                continue;
            }
            Collection<Integer> some = null;
            if (index instanceof HashIndex hash) {
                some = hash.candidates(condition);
            } else if (index instanceof IdIndex ids) {
                some = ids.candidates(condition);
                idRange = some == null && idRange == null ? condition : idRange;
            }
            if (some != null && (fewest == null || some.size() < fewest.size())) {
                fewest = some;
            }
        }
    }

    /**
     * What to look at.
     *
     * @param inOrder whether the positions already have the wanted order of ids
     */
    record Candidates(Collection<Integer> positions, boolean inOrder) {}
}
