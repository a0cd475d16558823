package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.BsonType;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The operators evaluated here rather than by the library. */
final class ExpressionOperators {
    private static final Map<String, ExpressionOperator> ALL = new HashMap<>();

    static {
        logic();
        comparison();
        ALL.put("$literal", (scope, argument) -> argument);
        ALL.put("$let", ExpressionOperators::let);
        arrays();
        documents();
        ALL.put("$regexMatch", ExpressionOperators::regexMatch);
        ALL.put("$type", (scope, argument) -> typeOf(single(scope, argument)));
        ALL.put("$isNumber", (scope, argument) -> single(scope, argument) instanceof Number);
    }

    private ExpressionOperators() {}

    static @Nullable ExpressionOperator named(String name) {
        return ALL.get(name);
    }

    private static void logic() {
        ALL.put("$and", (scope, argument) -> scope.operands(argument).stream().allMatch(Expressions::truth));
        ALL.put("$or", (scope, argument) -> scope.operands(argument).stream().anyMatch(Expressions::truth));
        ALL.put("$not", (scope, argument) -> !Expressions.truth(single(scope, argument)));
        ALL.put("$cond", ExpressionOperators::cond);
        ALL.put("$switch", ExpressionOperators::switchCase);
        ALL.put("$ifNull", (scope, argument) -> {
            List<@Nullable Object> values = scope.operands(argument);
            return values.stream()
                    .filter(value -> !Expressions.absent(value))
                    .findFirst()
                    .orElse(values.get(values.size() - 1));
        });
    }

    private static void comparison() {
        ALL.put("$eq", (scope, argument) -> equal(scope, argument));
        ALL.put("$ne", (scope, argument) -> !equal(scope, argument));
        ALL.put("$gt", comparing(order -> order > 0));
        ALL.put("$gte", comparing(order -> order >= 0));
        ALL.put("$lt", comparing(order -> order < 0));
        ALL.put("$lte", comparing(order -> order <= 0));
        ALL.put("$in", (scope, argument) -> {
            List<@Nullable Object> values = scope.operands(argument);
            return list(values.get(1)).stream().anyMatch(each -> Expressions.equal(each, values.get(0)));
        });
    }

    private static void arrays() {
        ALL.put("$map", ExpressionOperators::map);
        ALL.put("$filter", ExpressionOperators::filter);
        ALL.put("$reduce", ExpressionOperators::reduce);
        ALL.put(
                "$anyElementTrue",
                (scope, argument) -> list(single(scope, argument)).stream().anyMatch(Expressions::truth));
        ALL.put(
                "$allElementsTrue",
                (scope, argument) -> list(single(scope, argument)).stream().allMatch(Expressions::truth));
        ALL.put("$isArray", (scope, argument) -> single(scope, argument) instanceof List<?>);
        ALL.put("$first", (scope, argument) -> at(single(scope, argument), false));
        ALL.put("$last", (scope, argument) -> at(single(scope, argument), true));
        ALL.put("$concatArrays", (scope, argument) -> {
            List<@Nullable Object> all = new ArrayList<>();
            for (Object part : scope.operands(argument)) {
                if (Expressions.absent(part)) {
                    return null;
                }
                all.addAll(list(part));
            }
            return all;
        });
        ALL.put("$arrayElemAt", (scope, argument) -> {
            List<@Nullable Object> values = scope.operands(argument);
            if (Expressions.absent(values.get(0)) || !(values.get(1) instanceof Number number)) {
                return null;
            }
            List<?> from = list(values.get(0));
            int index = number.intValue() < 0 ? from.size() + number.intValue() : number.intValue();
            return index >= 0 && index < from.size() ? from.get(index) : Missing.getInstance();
        });
    }

    private static void documents() {
        ALL.put("$objectToArray", (scope, argument) -> {
            Object value = single(scope, argument);
            if (Expressions.absent(value)) {
                return null;
            }
            List<Document> entries = new ArrayList<>();
            document(value).forEach((k, v) -> entries.add(new Document("k", k).append("v", v)));
            return entries;
        });
        ALL.put("$arrayToObject", (scope, argument) -> {
            Object value = single(scope, argument);
            if (Expressions.absent(value)) {
                return null;
            }
            Document result = new Document();
            for (Object entry : list(value)) {
                if (entry instanceof Document pair) {
                    result.put(String.valueOf(pair.get("k")), pair.get("v"));
                } else {
                    result.put(String.valueOf(list(entry).get(0)), list(entry).get(1));
                }
            }
            return result;
        });
        ALL.put("$mergeObjects", (scope, argument) -> {
            Document merged = new Document();
            for (Object part : scope.operands(argument)) {
                List<?> parts = part instanceof List<?> many ? many : java.util.Collections.singletonList(part);
                parts.stream().filter(each -> !Expressions.absent(each)).forEach(each -> merged.putAll(document(each)));
            }
            return merged;
        });
        ALL.put("$getField", (scope, argument) -> {
            boolean named = argument instanceof Document options && options.containsKey("field");
            Object field = named ? scope.evaluate(document(argument).get("field")) : scope.evaluate(argument);
            Object input = named && document(argument).containsKey("input")
                    ? scope.evaluate(document(argument).get("input"))
                    : scope.evaluate("$$CURRENT");
            return input instanceof Document from ? from.getOrMissing(field) : Missing.getInstance();
        });
        ALL.put(
                "$setField",
                (scope, argument) -> withField(
                        scope, argument, scope.evaluate(document(argument).get("value"))));
        ALL.put("$unsetField", (scope, argument) -> withField(scope, argument, Missing.getInstance()));
    }

    private static @Nullable Object withField(Expressions scope, @Nullable Object argument, @Nullable Object value) {
        Object input = scope.evaluate(document(argument).get("input"));
        if (Expressions.absent(input)) {
            return null;
        }
        return Paths.set(
                input, List.of(String.valueOf(scope.evaluate(document(argument).get("field")))), value);
    }

    private static @Nullable Object cond(Expressions scope, @Nullable Object argument) {
        if (argument instanceof List<?> list) {
            return scope.evaluate(list.get(Expressions.truth(scope.evaluate(list.get(0))) ? 1 : 2));
        }
        Document parts = document(argument);
        return scope.evaluate(parts.get(Expressions.truth(scope.evaluate(parts.get("if"))) ? "then" : "else"));
    }

    private static @Nullable Object switchCase(Expressions scope, @Nullable Object argument) {
        Document parts = document(argument);
        for (Object branch : list(parts.get("branches"))) {
            if (Expressions.truth(scope.evaluate(document(branch).get("case")))) {
                return scope.evaluate(document(branch).get("then"));
            }
        }
        if (!parts.containsKey("default")) {
            throw ServerErrors.location(
                    40066, "$switch could not find a matching branch for an input, and no default was specified.");
        }
        return scope.evaluate(parts.get("default"));
    }

    private static @Nullable Object let(Expressions scope, @Nullable Object argument) {
        Document parts = document(argument);
        Expressions inner = scope;
        for (Map.Entry<String, Object> variable : document(parts.get("vars")).entrySet()) {
            inner = inner.with(variable.getKey(), scope.evaluate(variable.getValue()));
        }
        return inner.evaluate(parts.get("in"));
    }

    private static @Nullable Object map(Expressions scope, @Nullable Object argument) {
        Document parts = document(argument);
        Object input = scope.evaluate(parts.get("input"));
        if (Expressions.absent(input)) {
            return null;
        }
        List<@Nullable Object> result = new ArrayList<>();
        for (Object element : list(input)) {
            Object value = scope.with(variable(parts), element).evaluate(parts.get("in"));
            result.add(value instanceof Missing ? null : value);
        }
        return result;
    }

    private static @Nullable Object filter(Expressions scope, @Nullable Object argument) {
        Document parts = document(argument);
        Object input = scope.evaluate(parts.get("input"));
        if (Expressions.absent(input)) {
            return null;
        }
        List<@Nullable Object> result = new ArrayList<>();
        for (Object element : list(input)) {
            if (Expressions.truth(scope.with(variable(parts), element).evaluate(parts.get("cond")))) {
                result.add(element);
            }
        }
        return result;
    }

    private static @Nullable Object reduce(Expressions scope, @Nullable Object argument) {
        Document parts = document(argument);
        Object input = scope.evaluate(parts.get("input"));
        if (Expressions.absent(input)) {
            return null;
        }
        Object value = scope.evaluate(parts.get("initialValue"));
        for (Object element : list(input)) {
            value = scope.with("this", element).with("value", value).evaluate(parts.get("in"));
        }
        return value;
    }

    private static boolean regexMatch(Expressions scope, @Nullable Object argument) {
        Document parts = document(argument);
        Object input = scope.evaluate(parts.get("input"));
        Object regex = scope.evaluate(parts.get("regex"));
        if (Expressions.absent(input) || Expressions.absent(regex)) {
            return false;
        }
        if (!(input instanceof String text)) {
            throw ServerErrors.location(51104, "$regexMatch needs 'input' to be of type string");
        }
        BsonRegularExpression pattern = regex instanceof BsonRegularExpression given
                ? given
                : new BsonRegularExpression(String.valueOf(regex), parts.get("options") instanceof String o ? o : "");
        return pattern.matcher(text).find();
    }

    private static String typeOf(@Nullable Object value) {
        if (value instanceof Missing) {
            return "missing";
        }
        for (BsonType type : BsonType.values()) {
            if (type.matches(value)) {
                return type.getAlias();
            }
        }
        return "null";
    }

    private static boolean equal(Expressions scope, @Nullable Object argument) {
        List<@Nullable Object> values = scope.operands(argument);
        return Expressions.equal(values.get(0), values.get(1));
    }

    private static ExpressionOperator comparing(IntPredicate wanted) {
        return (scope, argument) -> {
            List<@Nullable Object> values = scope.operands(argument);
            return wanted.test(Expressions.compare(values.get(0), values.get(1)));
        };
    }

    private static @Nullable Object at(@Nullable Object value, boolean last) {
        if (Expressions.absent(value)) {
            return null;
        }
        List<?> from = list(value);
        return from.isEmpty() ? Missing.getInstance() : from.get(last ? from.size() - 1 : 0);
    }

    /** A list of one operand means that operand. */
    private static @Nullable Object single(Expressions scope, @Nullable Object argument) {
        return argument instanceof List<?> list && list.size() == 1
                ? scope.evaluate(list.get(0))
                : scope.evaluate(argument);
    }

    private static String variable(Document parts) {
        return parts.get("as") instanceof String name ? name : "this";
    }

    private static List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        if (value instanceof java.util.Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        throw ServerErrors.location(28689, "input must be an array, not " + typeOf(value));
    }

    private static Document document(@Nullable Object value) {
        if (value instanceof Document document) {
            return document;
        }
        throw ServerErrors.location(40390, "input must be an object, not " + typeOf(value));
    }
}
