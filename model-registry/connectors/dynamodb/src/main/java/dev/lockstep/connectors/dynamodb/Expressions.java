package dev.lockstep.connectors.dynamodb;

import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Names and values of one request's expressions. Every name goes by a placeholder, so that reserved words, dots and
 * whatever else a name may hold do no harm.
 */
final class Expressions {
    private final Items items;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, AttributeValue> values = new LinkedHashMap<>();

    Expressions(Items items) {
        this.items = items;
    }

    String path(FieldPath path) {
        return path(items.attributePath(path));
    }

    String path(List<String> segments) {
        return segments.stream().map(this::name).collect(Collectors.joining("."));
    }

    String name(String attribute) {
        for (Map.Entry<String, String> known : names.entrySet()) {
            if (known.getValue().equals(attribute)) {
                return known.getKey();
            }
        }
        String placeholder = "#n" + names.size();
        names.put(placeholder, attribute);
        return placeholder;
    }

    String value(Value value) {
        return value(Values.toAttribute(value));
    }

    String value(AttributeValue value) {
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    Map<String, String> names() {
        return names;
    }

    /** {@code null} when there are none, as the service wants it. */
    @org.jspecify.annotations.Nullable
    Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }
}
