package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An update of {@code $set} and {@code $unset} only, with array filters and positional operators. Done here since the
 * library takes 1 and 1L for the same value and then sets nothing, and since this is the update that must be fast.
 */
final class OperatorUpdate implements UnaryOperator<Document> {
    private static final Set<String> OPERATORS = Set.of("$set", "$unset", "$setOnInsert");

    private final Map<String, @Nullable Object> changes = new TreeMap<>();
    private final Map<String, Document> arrayFilters = new HashMap<>();
    private final Document filter;

    private OperatorUpdate(Document filter) {
        this.filter = filter;
    }

    /** The update, or null if it has operators that the library must apply. */
    static @Nullable OperatorUpdate of(Document filter, Document update, List<Document> arrayFilters) {
        if (update.isEmpty() || !OPERATORS.containsAll(update.keySet())) {
            return null;
        }
        OperatorUpdate result = new OperatorUpdate(filter);
        Request.document(update, "$set").forEach(result::add);
        Request.document(update, "$unset").forEach((path, ignored) -> result.add(path, Missing.getInstance()));
        arrayFilters.forEach(each -> {
            Document named = ArrayFilterRewrite.rewrite(List.of(each)).get(0);
            result.arrayFilters.put(named.keySet().iterator().next(), named);
        });
        return result;
    }

    private void add(String path, @Nullable Object value) {
        for (String other : changes.keySet()) {
            if (path.equals(other) || path.startsWith(other + ".") || other.startsWith(path + ".")) {
                throw new MongoServerError(
                        40,
                        "ConflictingUpdateOperators",
                        "Updating the path '" + path + "' would create a conflict at '" + other + "'");
            }
        }
        changes.put(path, value);
    }

    @Override
    public Document apply(Document document) {
        String position = position(document);
        Object result = document;
        for (Map.Entry<String, @Nullable Object> change : changes.entrySet()) {
            List<List<String>> targets = new ArrayList<>();
            expand(document, List.of(), Paths.split(change.getKey()), position, targets);
            for (List<String> target : targets) {
                result = change(result, target, change.getValue());
            }
        }
        return result instanceof Document changed ? changed : document;
    }

    private String position(Document document) {
        if (changes.keySet().stream().noneMatch(path -> Paths.split(path).contains("$"))) {
            return "$";
        }
        Integer match = new DefaultQueryMatcher().matchPosition(document, filter);
        if (match == null) {
            throw ServerErrors.badValue("The positional operator did not find the match needed from the query.");
        }
        return match.toString();
    }

    /** Finds the paths that positional operators stand for, in the document as it was before the update. */
    private void expand(
            @Nullable Object base, List<String> done, List<String> path, String position, List<List<String>> targets) {
        if (path.isEmpty()) {
            targets.add(done);
            return;
        }
        List<String> rest = path.subList(1, path.size());
        String name = path.get(0).equals("$") ? position : path.get(0);
        if (!name.startsWith("$[")) {
            expand(child(base, name), child(done, name), rest, position, targets);
            return;
        }
        if (!(base instanceof List<?> list)) {
            throw ServerErrors.badValue(
                    base instanceof Missing
                            ? "The path '" + String.join(".", done)
                                    + "' must exist in the document in order to apply array updates."
                            : "Cannot apply array updates to non-array element " + String.join(".", done));
        }
        for (int i = 0; i < list.size(); i++) {
            if (selects(name.substring(2, name.length() - 1), list.get(i))) {
                expand(list.get(i), child(done, Integer.toString(i)), rest, position, targets);
            }
        }
    }

    private static @Nullable Object child(@Nullable Object base, String name) {
        if (base instanceof Document document) {
            return document.getOrMissing(name);
        }
        int index = base instanceof List<?> ? index(name) : -1;
        return base instanceof List<?> list && index >= 0 && index < list.size()
                ? list.get(index)
                : Missing.getInstance();
    }

    private static List<String> child(List<String> path, String name) {
        List<String> child = new ArrayList<>(path);
        child.add(name);
        return child;
    }

    private static int index(String name) {
        return name.matches("\\d{1,7}") ? Integer.parseInt(name) : -1;
    }

    private static @Nullable Object change(@Nullable Object base, List<String> path, @Nullable Object value) {
        if (path.isEmpty()) {
            return value;
        }
        String name = path.get(0);
        List<String> rest = path.subList(1, path.size());
        if (base instanceof List<?> list) {
            return changeElement(list, name, rest, value);
        }
        boolean unset = value instanceof Missing;
        if (unset && !(base instanceof Document)) {
            return base;
        }
        if (!(base instanceof Document || base instanceof Missing)) {
            throw notViable(name, base);
        }
        Document copy = base instanceof Document document ? document.clone() : new Document();
        Object child = change(copy.getOrMissing(name), rest, value);
        if (child instanceof Missing) {
            copy.remove(name);
        } else {
            copy.put(name, child);
        }
        return copy;
    }

    private static Object changeElement(List<?> list, String name, List<String> rest, @Nullable Object value) {
        int index = index(name);
        if (value instanceof Missing && (index < 0 || index >= list.size())) {
            return list;
        }
        if (index < 0) {
            throw notViable(name, list);
        }
        List<@Nullable Object> copy = new ArrayList<>(list);
        while (copy.size() <= index) {
            copy.add(null);
        }
        Object element = index < list.size() ? list.get(index) : Missing.getInstance();
        Object changed = change(element, rest, value);
        copy.set(index, changed instanceof Missing ? null : changed);
        return copy;
    }

    private boolean selects(String identifier, @Nullable Object element) {
        if (identifier.isEmpty()) {
            return true;
        }
        Document named = arrayFilters.get(identifier);
        if (named == null) {
            throw ServerErrors.badValue("No array filter found for identifier '" + identifier + "'");
        }
        boolean ofFields = named.get(identifier) instanceof Document conditions
                && conditions.keySet().stream().anyMatch(key -> !isValueOperator(key));
        return ofFields
                ? element instanceof Document document
                        && FilterMatcher.matches(document, Request.document(named, identifier))
                : FilterMatcher.matches(new Document(identifier, element), named);
    }

    /** Operators on the element itself, unlike field names and the logical operators over fields. */
    private static boolean isValueOperator(String key) {
        return key.startsWith("$") && !Set.of("$and", "$or", "$nor").contains(key);
    }

    private static MongoServerError notViable(String name, @Nullable Object parent) {
        return new MongoServerError(
                28, "PathNotViable", "Cannot create field '" + name + "' in element {" + parent + "}");
    }
}
