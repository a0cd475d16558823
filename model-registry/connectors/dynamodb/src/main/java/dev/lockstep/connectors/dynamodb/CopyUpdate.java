package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.Label;
import dev.lockstep.change.RecordKey;
import dev.lockstep.projection.Projected;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The update of one copy: its registered fields and its label, under a condition. DynamoDB refuses a path that leads
 * through a map that is not there; then the update is made again from the item as it is, with the missing map as a
 * whole, on condition that it is still missing. Used by one thread.
 */
final class CopyUpdate {
    private final Client client;
    private final Table table;
    private final FieldPath labelPath;
    private final Projected projected;
    private final Label label;
    private final Function<Expressions, String> condition;
    private @Nullable UpdateItemRequest usual;

    CopyUpdate(
            Client client,
            Table table,
            FieldPath labelPath,
            Projected projected,
            Label label,
            Function<Expressions, String> condition) {
        this.client = client;
        this.table = table;
        this.labelPath = labelPath;
        this.projected = projected;
        this.label = label;
        this.condition = condition;
    }

    /** The update as it is made at first; but for the key it is the same for every copy of a write. */
    UpdateItemRequest request(RecordKey record) {
        UpdateItemRequest known = usual;
        if (known == null) {
            known = first(record);
            usual = known;
        }
        return known.toBuilder().key(Items.key(record)).build();
    }

    private UpdateItemRequest first(RecordKey record) {
        Map<FieldPath, Value> set = new LinkedHashMap<>();
        List<FieldPath> removed = new ArrayList<>();
        projected.assignments().forEach((path, assignment) -> {
            if (assignment instanceof Projected.Set value) {
                set.put(path, value.value());
            } else if (assignment instanceof Projected.Unset) {
                removed.add(path);
            }
        });
        return request(record, set, removed, List.of());
    }

    /** The update for the item as it was read: missing maps are made. Throws PERMANENT when something is in the way. */
    UpdateItemRequest requestFor(RecordKey record, Doc item) {
        Map<FieldPath, Value> set = new LinkedHashMap<>();
        List<FieldPath> removed = new ArrayList<>();
        List<FieldPath> missing = new ArrayList<>();
        projected.assignments().forEach((path, assignment) -> {
            FieldPath gap = firstMissing(record, item, path, assignment instanceof Projected.Set);
            if (assignment instanceof Projected.Set value) {
                if (gap == null) {
                    set.put(path, value.value());
                } else {
                    add(set, gap, path, value.value());
                    missing.add(gap);
                }
            } else if (assignment instanceof Projected.Unset && gap == null) {
                removed.add(path);
            }
        });
        return request(record, set, removed, missing.stream().distinct().toList());
    }

    private static void add(Map<FieldPath, Value> set, FieldPath gap, FieldPath path, Value value) {
        Doc made = set.get(gap) instanceof Doc doc ? doc : Doc.empty();
        List<String> inside =
                path.segments().subList(gap.segments().size(), path.segments().size());
        set.put(gap, made.with(new FieldPath(inside), value));
    }

    /** The outermost document on the way that is missing; {@code null} when all are there. */
    private static @Nullable FieldPath firstMissing(RecordKey record, Doc item, FieldPath path, boolean sets) {
        for (int length = 1; length < path.segments().size(); length++) {
            FieldPath parent = new FieldPath(path.segments().subList(0, length));
            Value there = item.get(parent);
            if (there == null) {
                return parent;
            }
            if (!(there instanceof Doc) && sets) {
                throw new StoreException(
                        Kind.PERMANENT,
                        "Could not write " + path + " of " + record + ": its attribute " + parent
                                + " is no map. Make it one, or remove it.",
                        null);
            }
            if (!(there instanceof Doc)) {
                return parent;
            }
        }
        return null;
    }

    private UpdateItemRequest request(
            RecordKey record, Map<FieldPath, Value> set, List<FieldPath> removed, List<FieldPath> missing) {
        Expressions expressions = new Expressions(client.items());
        List<String> sets = new ArrayList<>();
        set.forEach((path, value) -> sets.add(expressions.path(path) + " = " + expressions.value(value)));
        sets.add(expressions.path(labelPath) + " = " + expressions.value(label.toDoc()));
        List<String> removes = removed.stream().map(expressions::path).toList();
        StringBuilder guard = new StringBuilder(condition.apply(expressions));
        missing.forEach(path -> guard.append(" AND attribute_not_exists(")
                .append(expressions.path(path))
                .append(")"));
        return UpdateItemRequest.builder()
                .tableName(table.name())
                .key(Items.key(record))
                .updateExpression("SET " + String.join(", ", sets)
                        + (removes.isEmpty() ? "" : " REMOVE " + String.join(", ", removes)))
                .conditionExpression(guard.toString())
                .expressionAttributeNames(expressions.names())
                .expressionAttributeValues(expressions.values())
                .build();
    }
}
