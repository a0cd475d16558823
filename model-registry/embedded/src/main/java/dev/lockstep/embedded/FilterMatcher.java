package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a document matches a filter. Single conditions are the library's work; this adds {@code $expr} with
 * every operator of {@link Expressions}, and MongoDB's meaning of negation over arrays (not one element may match).
 */
final class FilterMatcher {
    private static final DefaultQueryMatcher LIBRARY = new DefaultQueryMatcher();

    private FilterMatcher() {}

    static boolean matches(Document document, Document filter) {
        for (Map.Entry<String, Object> condition : filter.entrySet()) {
            if (!matches(document, condition.getKey(), condition.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(Document document, String key, @Nullable Object condition) {
        return switch (key) {
            case "$and" -> clauses(condition).stream().allMatch(clause -> matches(document, clause));
            case "$or" -> clauses(condition).stream().anyMatch(clause -> matches(document, clause));
            case "$nor" -> clauses(condition).stream().noneMatch(clause -> matches(document, clause));
            case "$expr" -> Expressions.truth(Expressions.of(document).evaluate(condition));
            default -> matchesPath(document, key, condition);
        };
    }

    private static boolean matchesPath(Document document, String path, @Nullable Object condition) {
        if (condition != null && Scalars.isScalar(condition) && path.indexOf('.') < 0) {
            Object value = document.get(path);
            if (value == null || Scalars.isScalar(value)) {
                return value != null && Scalars.same(value, condition); // the common case, kept fast
            }
        }
        if (!(condition instanceof Document operators) || !hasNegation(operators)) {
            return LIBRARY.matches(document, new Document(path, condition));
        }
        Document positive = new Document();
        for (Map.Entry<String, Object> operator : operators.entrySet()) {
            Object value = operator.getValue();
            boolean holds = switch (operator.getKey()) {
                case "$not" -> !matchesPath(document, path, value);
                case "$ne" -> !matchesPath(document, path, new Document("$eq", value));
                case "$nin" -> !matchesPath(document, path, new Document("$in", value));
                default -> {
                    positive.put(operator.getKey(), value);
                    yield true;
                }
            };
            if (!holds) {
                return false;
            }
        }
        return positive.isEmpty() || LIBRARY.matches(document, new Document(path, positive));
    }

    private static boolean hasNegation(Document operators) {
        return operators.containsKey("$not") || operators.containsKey("$ne") || operators.containsKey("$nin");
    }

    @SuppressWarnings("unchecked")
    private static List<Document> clauses(@Nullable Object condition) {
        if (condition instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Document) {
            return (List<Document>) list;
        }
        throw ServerErrors.badValue("$and/$or/$nor must be a nonempty array");
    }
}
