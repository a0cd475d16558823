package dev.lockstep.embedded.dynamo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The words of one expression, and the placeholders of its request. */
final class Tokens {
    private static final Pattern TOKEN = Pattern.compile("\\s*(<=|>=|<>|[=<>(),.\\[\\]+-]|[#:]?\\w+)");

    private final String expression;
    private final Placeholders placeholders;
    private final List<String> words = new ArrayList<>();
    private int next;

    Tokens(String expression, Placeholders placeholders) {
        this.expression = expression;
        this.placeholders = placeholders;
        Matcher matcher = TOKEN.matcher(expression.strip());
        int end = 0;
        while (end < expression.strip().length()) {
            if (!matcher.find(end) || matcher.start() != end) {
                throw syntax(expression.strip().substring(end));
            }
            words.add(matcher.group(1));
            end = matcher.end();
        }
    }

    boolean atEnd() {
        return next == words.size();
    }

    String peek() {
        return atEnd() ? "" : words.get(next);
    }

    String peekSecond() {
        return next + 1 < words.size() ? words.get(next + 1) : "";
    }

    String take() {
        if (atEnd()) {
            throw syntax("<EOF>");
        }
        return words.get(next++);
    }

    boolean takeIf(String word) {
        boolean matches = peek().toUpperCase(Locale.ROOT).equals(word);
        if (matches) {
            next++;
        }
        return matches;
    }

    void expect(String word) {
        if (!takeIf(word)) {
            throw syntax(peek());
        }
    }

    String name(String word) {
        if (word.startsWith("#")) {
            return placeholders.name(word);
        }
        if (ReservedWords.contains(word)) {
            throw DynamoError.invalid(
                    "Invalid expression: Attribute name is a reserved keyword; reserved keyword: " + word);
        }
        return word;
    }

    ObjectNode value(String word) {
        return placeholders.value(word);
    }

    DynamoError syntax(String near) {
        return DynamoError.invalid(
                "Invalid expression: Syntax error; token: \"" + near + "\", near: \"" + expression + "\"");
    }

    /** Names and values of a request; what no expression uses is refused. */
    static final class Placeholders {
        private final JsonNode names;
        private final JsonNode values;
        private final Set<String> unused = new HashSet<>();

        Placeholders(JsonNode request) {
            names = request.path("ExpressionAttributeNames");
            values = request.path("ExpressionAttributeValues");
            unused.addAll(names.propertyNames());
            unused.addAll(values.propertyNames());
        }

        private String name(String word) {
            unused.remove(word);
            if (!names.has(word)) {
                throw DynamoError.invalid(
                        "Invalid expression: An expression attribute name used in the document path is"
                                + " not defined; attribute name: " + word);
            }
            return names.get(word).asString();
        }

        private ObjectNode value(String word) {
            unused.remove(word);
            if (!values.has(word)) {
                throw DynamoError.invalid("Invalid expression: An expression attribute value used in expression is not"
                        + " defined; attribute value: " + word);
            }
            return Attributes.value(values.get(word));
        }

        void refuseUnused() {
            if (!unused.isEmpty()) {
                boolean value = unused.iterator().next().startsWith(":");
                throw DynamoError.invalid("Value provided in ExpressionAttribute" + (value ? "Values" : "Names")
                        + " unused in expressions: keys: {" + String.join(", ", unused) + "}");
            }
        }
    }
}
