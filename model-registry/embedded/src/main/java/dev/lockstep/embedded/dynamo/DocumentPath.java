package dev.lockstep.embedded.dynamo;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A path to an attribute: names into maps, numbers into lists. */
record DocumentPath(List<Object> steps) {

    static DocumentPath parse(Tokens tokens) {
        List<Object> steps = new ArrayList<>();
        steps.add(tokens.name(tokens.take()));
        while (true) {
            if (tokens.takeIf(".")) {
                steps.add(tokens.name(tokens.take()));
            } else if (tokens.takeIf("[")) {
                steps.add(Integer.valueOf(tokens.take()));
                tokens.expect("]");
            } else {
                return new DocumentPath(List.copyOf(steps));
            }
        }
    }

    String top() {
        return (String) steps.get(0);
    }

    boolean overlaps(DocumentPath other) {
        int common = Math.min(steps.size(), other.steps.size());
        return steps.subList(0, common).equals(other.steps.subList(0, common));
    }

    @Nullable
    JsonNode in(JsonNode item) {
        JsonNode value = item.get(top());
        for (Object step : steps.subList(1, steps.size())) {
            value = value == null ? null : child(value, step);
        }
        return value;
    }

    private static @Nullable JsonNode child(JsonNode value, Object step) {
        return step instanceof Integer index
                ? value.path("L").get(index)
                : value.path("M").get((String) step);
    }

    void set(ObjectNode item, JsonNode value) {
        Object last = steps.get(steps.size() - 1);
        if (steps.size() == 1) {
            item.set(top(), value);
        } else if (last instanceof Integer index) {
            ArrayNode list = (ArrayNode) container(item, "L");
            if (index < list.size()) {
                list.set(index, value);
            } else {
                list.add(value);
            }
        } else {
            ((ObjectNode) container(item, "M")).set((String) last, value);
        }
    }

    void remove(ObjectNode item) {
        Object last = steps.get(steps.size() - 1);
        if (steps.size() == 1) {
            item.remove(top());
        } else if (last instanceof Integer index) {
            ((ArrayNode) container(item, "L")).remove(index);
        } else {
            ((ObjectNode) container(item, "M")).remove((String) last);
        }
    }

    private JsonNode container(ObjectNode item, String type) {
        JsonNode parent = new DocumentPath(steps.subList(0, steps.size() - 1)).in(item);
        if (parent == null || !parent.has(type)) {
            throw DynamoError.invalid("The document path provided in the update expression is invalid for update");
        }
        return parent.get(type);
    }

    @Override
    public String toString() {
        return steps.toString();
    }
}
