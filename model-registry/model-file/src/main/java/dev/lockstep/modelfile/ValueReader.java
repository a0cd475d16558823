package dev.lockstep.modelfile;

import dev.lockstep.registry.Filter;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads values of equality filters and marks. */
final class ValueReader {
    private static final Set<String> OPERATORS = Set.of(
            "$eq",
            "$ne",
            "$gt",
            "$gte",
            "$lt",
            "$lte",
            "$in",
            "$nin",
            "$exists",
            "$not",
            "$regex",
            "$or",
            "$and",
            "$nor",
            "$type",
            "$all",
            "$elemMatch",
            "$size",
            "$expr",
            "$mod",
            "$where",
            "$options");
    private static final String WANTED =
            "text, a number, true, false, or a typed value such as {\"$date\": \"2026-01-31T00:00:00Z\"}";

    private final Problems problems;
    private final Paths paths;

    ValueReader(Problems problems) {
        this.problems = problems;
        this.paths = new Paths(problems);
    }

    /** The filter; empty when the attribute is absent. */
    Filter filter(Section section, String name) {
        Node.Fields map = section.map(name, "paths and the values that they must hold");
        return map == null ? Filter.all() : new Filter(values(section.at(name), map, false));
    }

    /** Paths and values to set. */
    Map<FieldPath, Value> assignments(Section section, String name) {
        Node.Fields map = section.map(name, "paths and the values to set");
        return map == null ? Map.of() : values(section.at(name), map, true);
    }

    private Map<FieldPath, Value> values(At at, Node.Fields map, boolean mayBeNull) {
        Map<FieldPath, Value> values = new LinkedHashMap<>();
        map.members().forEach((name, node) -> {
            At here = at.child(name);
            if (OPERATORS.contains(name)) {
                refuseOperator(here, name);
                return;
            }
            FieldPath path = paths.ownPath(here, name);
            Value value = value(here, node, mayBeNull);
            if (path != null && value != null) {
                values.put(path, value);
            }
        });
        paths.refuseOverlaps(at, values.keySet());
        return values;
    }

    private @Nullable Value value(At at, Node node, boolean mayBeNull) {
        if (node instanceof Node.Text text) {
            return new Value.Text(text.value());
        }
        if (node instanceof Node.Whole whole) {
            return whole(at, whole.value());
        }
        if (node instanceof Node.Fraction fraction && Double.isFinite(fraction.value())) {
            return new Value.Float64(fraction.value());
        }
        if (node instanceof Node.Truth truth) {
            return new Value.Bool(truth.value());
        }
        if (node instanceof Node.Nothing && mayBeNull) {
            return Value.Null.NULL;
        }
        if (node instanceof Node.Fields fields && fields.members().size() == 1) {
            Map.Entry<String, Node> only =
                    fields.members().entrySet().iterator().next();
            if (OPERATORS.contains(only.getKey())) {
                refuseOperator(at, only.getKey());
                return null;
            }
            if (CanonicalJson.isType(only.getKey()) && only.getValue() instanceof Node.Text text) {
                return typed(at, only.getKey().substring(1), text.value());
            }
        }
        Section.wrongType(problems, at, node, WANTED);
        return null;
    }

    private void refuseOperator(At at, String operator) {
        problems.error(
                at,
                "filter-operator",
                "\"" + operator + "\" is a query operator; this is an equality filter: each path must hold its value.",
                "Name one value per path; split the copies into several definitions when there are several values.");
    }

    private @Nullable Value whole(At at, BigInteger number) {
        try {
            return CanonicalJson.whole(number);
        } catch (IllegalArgumentException e) {
            return bad(at, e);
        }
    }

    private @Nullable Value typed(At at, String type, String text) {
        try {
            return CanonicalJson.typed(type, text);
        } catch (IllegalArgumentException e) {
            return bad(at, e);
        }
    }

    private @Nullable Value bad(At at, IllegalArgumentException e) {
        problems.error(at, "bad-value", "This value cannot be read: " + e.getMessage() + ".", "Write " + WANTED + ".");
        return null;
    }
}
