package dev.lockstep.embedded.dynamo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads the condition language by recursive descent. */
final class ConditionParser {
    private static final Set<String> COMPARATORS = Set.of("=", "<>", "<", "<=", ">", ">=");

    private final Tokens tokens;
    private final Set<String> names = new HashSet<>();
    private final Map<String, JsonNode> equalities = new HashMap<>();
    private @Nullable DocumentPath lastPath;

    ConditionParser(Tokens tokens) {
        this.tokens = tokens;
    }

    Condition parse() {
        Condition condition = or();
        if (!tokens.atEnd()) {
            throw tokens.syntax(tokens.peek());
        }
        return condition;
    }

    /** The top-level attributes that occur. */
    Set<String> names() {
        return names;
    }

    /** Attributes compared with {@code =}, and with what. */
    Map<String, JsonNode> equalities() {
        return equalities;
    }

    private Condition or() {
        Condition left = and();
        while (tokens.takeIf("OR")) {
            Condition first = left;
            Condition second = and();
            left = item -> first.holds(item) || second.holds(item);
        }
        return left;
    }

    private Condition and() {
        Condition left = not();
        while (tokens.takeIf("AND")) {
            Condition first = left;
            Condition second = not();
            left = item -> first.holds(item) && second.holds(item);
        }
        return left;
    }

    private Condition not() {
        if (tokens.takeIf("NOT")) {
            Condition negated = not();
            return item -> !negated.holds(item);
        }
        if (tokens.takeIf("(")) {
            Condition inner = or();
            tokens.expect(")");
            return inner;
        }
        boolean function = tokens.peekSecond().equals("(") && !tokens.peek().equals("size");
        return function ? function(tokens.take()) : comparison();
    }

    private Condition function(String name) {
        tokens.expect("(");
        Condition.Operand first = operand();
        Condition condition = switch (name.toLowerCase(Locale.ROOT)) {
            case "attribute_exists" -> item -> first.in(item) != null;
            case "attribute_not_exists" -> item -> first.in(item) == null;
            case "attribute_type" -> second(first, (a, b) -> a.has(b.get("S").asString()));
            case "begins_with" -> second(first, ConditionParser::beginsWith);
            case "contains" -> second(first, ConditionParser::contains);
            default -> throw DynamoError.invalid("Invalid expression: Invalid function name; function: " + name);
        };
        tokens.expect(")");
        return condition;
    }

    private interface Pair {
        boolean test(JsonNode a, JsonNode b);
    }

    private Condition second(Condition.Operand first, Pair test) {
        tokens.expect(",");
        return both(first, operand(), test);
    }

    private static Condition both(Condition.Operand first, Condition.Operand second, Pair test) {
        return item -> {
            JsonNode a = first.in(item);
            JsonNode b = second.in(item);
            return a != null && b != null && test.test(a, b);
        };
    }

    private static boolean beginsWith(JsonNode a, JsonNode b) {
        return a.has("S")
                && b.has("S")
                && a.get("S").asString().startsWith(b.get("S").asString());
    }

    private static boolean contains(JsonNode a, JsonNode b) {
        String type = Attributes.type(a);
        return switch (type) {
            case "S" -> b.has("S") && a.get("S").asString().contains(b.get("S").asString());
            case "L" -> a.get("L").valueStream().anyMatch(element -> Attributes.equal(element, b));
            case "SS", "NS", "BS" -> {
                JsonNode wanted = b.get(type.substring(0, 1));
                yield wanted != null && Attributes.elements(a.get(type)).contains(wanted.asString());
            }
            default -> false;
        };
    }

    private Condition comparison() {
        lastPath = null;
        Condition.Operand left = operand();
        DocumentPath path = lastPath;
        if (tokens.takeIf("BETWEEN")) {
            Condition.Operand low = operand();
            tokens.expect("AND");
            Condition.Operand high = operand();
            Condition atLeast = compare(">=", left, low);
            Condition atMost = compare("<=", left, high);
            return item -> atLeast.holds(item) && atMost.holds(item);
        }
        if (tokens.takeIf("IN")) {
            return in(left);
        }
        String comparator = tokens.take();
        if (!COMPARATORS.contains(comparator)) {
            throw tokens.syntax(comparator);
        }
        boolean value = tokens.peek().startsWith(":");
        Condition.Operand right = operand();
        if (value && path != null && path.steps().size() == 1 && comparator.equals("=")) {
            JsonNode constant = right.in(JsonNodeFactory.instance.objectNode());
            equalities.put(path.top(), constant == null ? JsonNodeFactory.instance.nullNode() : constant);
        }
        return compare(comparator, left, right);
    }

    private Condition in(Condition.Operand left) {
        tokens.expect("(");
        List<Condition> choices = new ArrayList<>();
        do {
            choices.add(compare("=", left, operand()));
        } while (tokens.takeIf(","));
        tokens.expect(")");
        return item -> choices.stream().anyMatch(choice -> choice.holds(item));
    }

    private static Condition compare(String comparator, Condition.Operand left, Condition.Operand right) {
        if (comparator.equals("<>")) {
            Condition equal = both(left, right, Attributes::equal);
            // A missing attribute differs from every value.
            return item -> !equal.holds(item);
        }
        return both(left, right, (a, b) -> switch (comparator) {
            case "=" -> Attributes.equal(a, b);
            case "<" -> Attributes.comparable(a, b) && Attributes.compare(a, b) < 0;
            case "<=" -> Attributes.comparable(a, b) && Attributes.compare(a, b) <= 0;
            case ">" -> Attributes.comparable(a, b) && Attributes.compare(a, b) > 0;
            default -> Attributes.comparable(a, b) && Attributes.compare(a, b) >= 0;
        });
    }

    private Condition.Operand operand() {
        if (tokens.peek().startsWith(":")) {
            JsonNode value = tokens.value(tokens.take());
            return item -> value;
        }
        if (tokens.peek().equals("size") && tokens.peekSecond().equals("(")) {
            return size();
        }
        DocumentPath path = DocumentPath.parse(tokens);
        names.add(path.top());
        lastPath = path;
        return path::in;
    }

    private Condition.Operand size() {
        tokens.take();
        tokens.expect("(");
        DocumentPath path = DocumentPath.parse(tokens);
        tokens.expect(")");
        return item -> {
            JsonNode value = path.in(item);
            if (value == null) {
                return null;
            }
            JsonNode content = value.get(Attributes.type(value));
            int size =
                    content.isContainer() ? content.size() : content.asString().length();
            return JsonNodeFactory.instance.objectNode().put("N", Integer.toString(size));
        };
    }
}
