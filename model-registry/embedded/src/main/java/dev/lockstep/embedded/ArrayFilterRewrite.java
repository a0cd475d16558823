package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Brings array filters into the one form the library understands: {@code {el: <filter of the element>}}, so that
 * {@code $or}, {@code $and} and {@code $nor} may stand anywhere in them.
 */
final class ArrayFilterRewrite {
    private ArrayFilterRewrite() {}

    static List<Document> rewrite(List<Document> filters) {
        return filters.stream().map(ArrayFilterRewrite::rewrite).toList();
    }

    private static Document rewrite(Document filter) {
        Set<String> identifiers = new TreeSet<>();
        collectIdentifiers(filter, identifiers);
        if (identifiers.size() != 1) {
            throw ServerErrors.failedToParse("Error parsing array filter :: caused by :: "
                    + "Expected a single top-level field name, found " + identifiers);
        }
        String identifier = identifiers.iterator().next();
        if (filter.size() == 1 && filter.containsKey(identifier)) {
            return filter;
        }
        return new Document(identifier, ofElement(filter, identifier));
    }

    private static void collectIdentifiers(Document filter, Set<String> identifiers) {
        for (Map.Entry<String, Object> condition : filter.entrySet()) {
            if (condition.getKey().startsWith("$")) {
                clauses(condition.getValue()).forEach(clause -> collectIdentifiers(clause, identifiers));
            } else {
                identifiers.add(Paths.split(condition.getKey()).get(0));
            }
        }
    }

    private static Document ofElement(Document filter, String identifier) {
        Document result = new Document();
        filter.forEach((key, condition) -> {
            if (key.startsWith("$")) {
                List<Document> inner = new ArrayList<>();
                clauses(condition).forEach(clause -> inner.add(ofElement(clause, identifier)));
                result.put(key, inner);
            } else if (key.equals(identifier)) {
                throw ServerErrors.notImplemented(
                        "An array filter that mixes conditions on the element itself with others");
            } else {
                result.put(key.substring(identifier.length() + 1), condition);
            }
        });
        return result;
    }

    @SuppressWarnings("unchecked")
    private static List<Document> clauses(@Nullable Object condition) {
        if (condition instanceof List<?> list) {
            return (List<Document>) list;
        }
        throw ServerErrors.badValue("$and/$or/$nor must be a nonempty array");
    }
}
