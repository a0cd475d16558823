package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.aggregation.Expression;
import de.bwaldvogel.mongo.bson.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates aggregation expressions over one document. Paths, variables, logic and everything that yields documents are
 * evaluated here, since the library evaluates data again that looks like an expression; arithmetic, string, date and
 * set operators are the library's, called with literals.
 */
final class Expressions {
    private final Document root;
    private final Map<String, @Nullable Object> variables;

    private Expressions(Document root, Map<String, @Nullable Object> variables) {
        this.root = root;
        this.variables = variables;
    }

    static Expressions of(Document root) {
        return new Expressions(root, Map.of());
    }

    /** The same document with one more variable. */
    Expressions with(String variable, @Nullable Object value) {
        Map<String, @Nullable Object> more = new HashMap<>(variables);
        more.put(variable, value);
        return new Expressions(root, more);
    }

    static boolean truth(@Nullable Object value) {
        if (value == null || value instanceof Missing) {
            return false;
        }
        return value instanceof Number number ? number.doubleValue() != 0 : !Boolean.FALSE.equals(value);
    }

    static boolean absent(@Nullable Object value) {
        return value == null || value instanceof Missing;
    }

    static boolean equal(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null || one instanceof Missing || other instanceof Missing) {
            return one == other;
        }
        return Scalars.normal(one).equals(Scalars.normal(other));
    }

    static int compare(@Nullable Object one, @Nullable Object other) {
        if (absent(one) || absent(other)) {
            return Integer.compare(rank(one), rank(other));
        }
        return ValueComparator.ascWithoutListHandling().compare(one, other);
    }

    private static int rank(@Nullable Object value) {
        if (value instanceof Missing) {
            return 0;
        }
        return value == null ? 1 : 2;
    }

    @Nullable
    Object evaluate(@Nullable Object expression) {
        if (expression instanceof String text && text.startsWith("$")) {
            return reference(text);
        }
        if (expression instanceof List<?> list) {
            List<@Nullable Object> values = new ArrayList<>();
            for (Object element : list) {
                Object value = evaluate(element);
                values.add(value instanceof Missing ? null : value);
            }
            return values;
        }
        if (expression instanceof Document document) {
            return isOperator(document) ? operator(document) : object(document);
        }
        return expression;
    }

    static boolean isOperator(Document document) {
        return !document.isEmpty() && document.keySet().iterator().next().startsWith("$");
    }

    private @Nullable Object reference(String text) {
        if (!text.startsWith("$$")) {
            return Paths.get(root, Paths.split(text.substring(1)));
        }
        List<String> path = Paths.split(text.substring(2));
        return Paths.get(variable(path.get(0)), path.subList(1, path.size()));
    }

    private @Nullable Object variable(String name) {
        if (variables.containsKey(name)) {
            return variables.get(name);
        }
        return switch (name) {
            case "ROOT", "CURRENT" -> root;
            case "REMOVE" -> Missing.getInstance();
            case "NOW" -> Instant.now();
            default -> throw ServerErrors.location(17276, "Use of undefined variable: " + name);
        };
    }

    private Document object(Document literal) {
        Document result = new Document();
        literal.forEach((field, expression) -> {
            Object value = evaluate(expression);
            if (!(value instanceof Missing)) {
                result.put(field, value);
            }
        });
        return result;
    }

    private @Nullable Object operator(Document document) {
        if (document.size() != 1) {
            throw ServerErrors.location(
                    15983, "An object representing an expression must have exactly one field: " + document);
        }
        String name = document.keySet().iterator().next();
        Object argument = document.get(name);
        ExpressionOperator own = ExpressionOperators.named(name);
        return own != null ? own.apply(this, argument) : library(name, argument);
    }

    private @Nullable Object library(String name, @Nullable Object argument) {
        Object literal;
        if (argument instanceof List<?> list) {
            literal = list.stream().map(each -> literal(evaluate(each))).toList();
        } else if (argument instanceof Document named && !isOperator(named)) {
            Document values = new Document();
            named.forEach((key, value) -> values.put(key, literal(evaluate(value))));
            literal = values;
        } else {
            literal = literal(evaluate(argument));
        }
        return Expression.evaluateDocument(new Document(name, literal), new Document());
    }

    private static Document literal(@Nullable Object value) {
        return new Document("$literal", value);
    }

    /** Evaluates the operands of an operator that takes a list, one operand standing for a list of one. */
    List<@Nullable Object> operands(@Nullable Object argument) {
        List<?> expressions = argument instanceof List<?> list ? list : java.util.Collections.singletonList(argument);
        List<@Nullable Object> values = new ArrayList<>();
        expressions.forEach(expression -> values.add(evaluate(expression)));
        return values;
    }
}
