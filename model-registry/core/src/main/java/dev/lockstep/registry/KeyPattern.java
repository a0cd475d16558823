package dev.lockstep.registry;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How attributes of a record spell the variables of a source key, in both directions: a source's key, a copy's pointer,
 * a copy's complete key and the match of array elements are all key patterns.
 *
 * @param parts one attribute each
 */
public record KeyPattern(List<Part> parts) {
    /**
     * One attribute and the template that its value follows.
     *
     * @param attribute path of the attribute (for elements, relative to the element)
     * @param template its variables are names of key variables
     */
    public record Part(FieldPath attribute, Template template) {}

    public KeyPattern {
        parts = List.copyOf(parts);
    }

    /** The attributes, in order. */
    public List<FieldPath> attributes() {
        return parts.stream().map(Part::attribute).toList();
    }

    /** The names of the variables, in order of first appearance. */
    public Set<String> variables() {
        return parts.stream()
                .flatMap(part -> part.template().variables().stream())
                .map(FieldPath::head)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The key a record spells, or empty when an attribute is missing, null, or does not fit its template. */
    public Optional<SourceKey> match(Doc record) {
        Map<String, Value> found = new LinkedHashMap<>();
        for (Part part : parts) {
            Value value = record.get(part.attribute());
            Map<FieldPath, Value> here = value == null || value instanceof Value.Null
                    ? null
                    : part.template().match(value);
            if (here == null) {
                return Optional.empty();
            }
            for (Map.Entry<FieldPath, Value> entry : here.entrySet()) {
                Value before = found.putIfAbsent(entry.getKey().head(), entry.getValue());
                if (before != null && !before.equals(entry.getValue())) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(SourceKey.of(found));
    }

    /** The values the attributes have for this key; throws IllegalArgumentException when the key lacks a variable. */
    public Map<FieldPath, Value> render(SourceKey key) {
        Map<FieldPath, Value> rendered = new LinkedHashMap<>();
        for (Part part : parts) {
            @Nullable Value value = part.template().render(path -> key.get(path.head()));
            if (value == null) {
                throw new IllegalArgumentException("the key " + key + " has a null variable");
            }
            rendered.put(part.attribute(), value);
        }
        return rendered;
    }
}
