package dev.lockstep.embedded.dynamo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads an update expression; every right side sees the item as it was before the update. */
final class UpdateParser {
    private final Tokens tokens;
    private final List<DocumentPath> paths = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();

    /** One change of one path. */
    private interface Action {
        void apply(JsonNode before, ObjectNode after);
    }

    UpdateParser(Tokens tokens) {
        this.tokens = tokens;
        while (!tokens.atEnd()) {
            clause(tokens.take().toUpperCase(Locale.ROOT));
        }
    }

    List<DocumentPath> paths() {
        return paths;
    }

    ObjectNode apply(ObjectNode before) {
        ObjectNode after = before.deepCopy();
        actions.forEach(action -> action.apply(before, after));
        return after;
    }

    private void clause(String keyword) {
        do {
            DocumentPath path = path();
            switch (keyword) {
                case "SET" -> set(path);
                case "REMOVE" ->
                    actions.add((before, after) -> {
                        if (path.steps().size() == 1 || path.in(after) != null) {
                            path.remove(after);
                        }
                    });
                case "ADD" -> actions.add(add(path, tokens.value(tokens.take())));
                case "DELETE" -> actions.add(delete(path, tokens.value(tokens.take())));
                default -> throw tokens.syntax(keyword);
            }
        } while (tokens.takeIf(","));
    }

    private DocumentPath path() {
        DocumentPath path = DocumentPath.parse(tokens);
        for (DocumentPath other : paths) {
            if (path.overlaps(other)) {
                throw DynamoError.invalid("Invalid UpdateExpression: Two document paths overlap with each other; must"
                        + " remove or rewrite one of these paths; path one: " + other + ", path two: " + path);
            }
        }
        paths.add(path);
        return path;
    }

    private void set(DocumentPath path) {
        tokens.expect("=");
        Condition.Operand first = operand();
        Condition.Operand value = first;
        boolean plus = tokens.takeIf("+");
        if (plus || tokens.takeIf("-")) {
            Condition.Operand second = operand();
            value = item -> sum(present(first, item), present(second, item), plus);
        }
        Condition.Operand set = value;
        actions.add((before, after) -> path.set(after, present(set, before).deepCopy()));
    }

    private static JsonNode present(Condition.Operand operand, JsonNode item) {
        JsonNode value = operand.in(item);
        if (value == null) {
            throw DynamoError.invalid("The provided expression refers to an attribute that does not exist in the item");
        }
        return value;
    }

    private static JsonNode sum(JsonNode a, JsonNode b, boolean plus) {
        if (!a.has("N") || !b.has("N")) {
            throw DynamoError.invalid("An operand in the update expression has an incorrect data type");
        }
        BigDecimal second = new BigDecimal(b.get("N").asString());
        BigDecimal sum = new BigDecimal(a.get("N").asString()).add(plus ? second : second.negate());
        return JsonNodeFactory.instance.objectNode().put("N", Attributes.number(sum.toString()));
    }

    private Condition.Operand operand() {
        if (tokens.peek().startsWith(":")) {
            JsonNode value = tokens.value(tokens.take());
            return item -> value;
        }
        if (!tokens.peekSecond().equals("(")) {
            return DocumentPath.parse(tokens)::in;
        }
        String function = tokens.take();
        tokens.expect("(");
        Condition.Operand first = operand();
        tokens.expect(",");
        Condition.Operand second = operand();
        tokens.expect(")");
        return switch (function) {
            case "if_not_exists" -> item -> first.in(item) != null ? first.in(item) : second.in(item);
            case "list_append" -> item -> appended(present(first, item), present(second, item));
            default ->
                throw DynamoError.invalid("Invalid UpdateExpression: Invalid function name; function: " + function);
        };
    }

    private static JsonNode appended(JsonNode first, JsonNode second) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        first.get("L").forEach(list::add);
        second.get("L").forEach(list::add);
        return JsonNodeFactory.instance.objectNode().set("L", list);
    }

    private static Action add(DocumentPath path, JsonNode value) {
        return (before, after) -> {
            JsonNode old = path.in(before);
            if (value.has("N")) {
                path.set(after, old == null ? value : sum(old, value, true));
            } else {
                path.set(after, old == null ? value : merged(old, value, true));
            }
        };
    }

    private static Action delete(DocumentPath path, JsonNode value) {
        return (before, after) -> {
            JsonNode old = path.in(before);
            JsonNode left = old == null ? null : merged(old, value, false);
            if (left != null && left.get(Attributes.type(left)).isEmpty()) {
                path.remove(after);
            } else if (left != null) {
                path.set(after, left);
            }
        };
    }

    private static JsonNode merged(@Nullable JsonNode old, JsonNode value, boolean add) {
        String type = Attributes.type(value);
        if (old == null || !old.has(type) || type.length() != 2) {
            throw DynamoError.invalid("An operand in the update expression has an incorrect data type");
        }
        Set<String> elements = new LinkedHashSet<>();
        old.get(type).forEach(element -> elements.add(element.asString()));
        value.get(type).forEach(element -> {
            if (add) {
                elements.add(element.asString());
            } else {
                elements.remove(element.asString());
            }
        });
        ArrayNode set = JsonNodeFactory.instance.arrayNode();
        elements.forEach(set::add);
        return JsonNodeFactory.instance.objectNode().set(type, set);
    }
}
