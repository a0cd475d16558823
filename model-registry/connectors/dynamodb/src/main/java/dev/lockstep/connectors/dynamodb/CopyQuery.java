package dev.lockstep.connectors.dynamodb;

import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyStore.CheckWrite;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** How the copies of one definition are found, and the conditions of their writes. */
final class CopyQuery {
    private final CopyDefinition definition;
    private final Table table;
    private final Items items;
    private final FieldPath label;

    CopyQuery(CopyDefinition definition, Client client) {
        this(definition, client, client.table(definition.copy().at().collection()));
    }

    CopyQuery(CopyDefinition definition, Client client, Table table) {
        this.definition = definition;
        this.table = table;
        this.items = client.items();
        this.label = definition.labelPath(client.settings().labelPrefix());
    }

    Table table() {
        return table;
    }

    /** The index that is queried; {@code null} for the table itself. */
    @Nullable
    String index() {
        Find find = definition.copy().find();
        return find instanceof Find.ByIndex byIndex
                ? byIndex.index()
                : find instanceof Find.ByKey byKey ? byKey.index() : null;
    }

    /** True when the look-up may miss what was written a moment ago. */
    boolean isStrong() {
        String index = index();
        Table.Index known = index == null ? null : table.indexes().get(index);
        return index == null || (known != null && !known.global());
    }

    /** The one key that a source's only copy has; empty when it may have several. */
    static Optional<Map<String, Value>> onlyKey(CopyDefinition definition, SourceKey key, List<String> keyAttributes) {
        if (!(definition.copy().find() instanceof Find.ByKey find)
                || find.index() != null
                || !find.prefix().parts().isEmpty()
                || !find.buckets().isEmpty()
                || !isOf(find.key(), keyAttributes)) {
            return Optional.empty();
        }
        Map<String, Value> only = new LinkedHashMap<>();
        render(find.key(), key).forEach((path, value) -> only.put(path.head(), value));
        return Optional.of(only);
    }

    static boolean isOf(KeyPattern pattern, List<String> keyAttributes) {
        return pattern.attributes().size() == keyAttributes.size()
                && pattern.attributes().stream()
                        .allMatch(path -> path.segments().size() == 1 && keyAttributes.contains(path.head()));
    }

    /** The query for the primary keys of a source's copies; empty when no copy can name it. */
    Optional<QueryRequest.Builder> query(SourceKey key) {
        return query(key, true);
    }

    /** The query that counts them. */
    Optional<QueryRequest.Builder> count(SourceKey key) {
        return query(key, false).map(query -> query.select(Select.COUNT));
    }

    private Optional<QueryRequest.Builder> query(SourceKey key, boolean forKeys) {
        Expressions expressions = new Expressions(items);
        List<String> conditions = new ArrayList<>();
        if (!keyConditions(key, expressions, conditions)) {
            return Optional.empty();
        }
        QueryRequest.Builder query = QueryRequest.builder()
                .tableName(table.name())
                .keyConditionExpression(String.join(" AND ", conditions))
                .consistentRead(isStrong());
        String index = index();
        if (index != null) {
            query.indexName(index);
        }
        if (forKeys) {
            query.projectionExpression(
                    table.key().stream().map(expressions::name).collect(Collectors.joining(", ")));
        }
        query.expressionAttributeNames(expressions.names()).expressionAttributeValues(expressions.values());
        return Optional.of(query);
    }

    private boolean keyConditions(SourceKey key, Expressions expressions, List<String> conditions) {
        List<String> path = path();
        Map<String, Value> whole = new HashMap<>();
        Map<String, Value> prefix = new HashMap<>();
        if (definition.copy().find() instanceof Find.ByKey find) {
            render(find.key(), key).forEach((attribute, value) -> whole.put(attribute.head(), value));
            render(find.prefix(), key).forEach((attribute, value) -> prefix.put(attribute.head(), value));
        } else {
            render(definition.copy().pointer(), key).forEach((attribute, value) -> whole.put(attribute.head(), value));
        }
        for (int i = 0; i < path.size(); i++) {
            String attribute = path.get(i);
            Value value = whole.get(attribute);
            if (value != null) {
                AttributeValue wanted = Values.toAttribute(value);
                if (!table.fits(attribute, wanted)) {
                    return false;
                }
                conditions.add(expressions.name(attribute) + " = " + expressions.value(wanted));
            } else if (prefix.containsKey(attribute)) {
                conditions.add("begins_with(" + expressions.name(attribute) + ", "
                        + expressions.value(prefix.getOrDefault(attribute, Value.Null.NULL)) + ")");
            } else if (i == 0) {
                throw lost("its partition key " + attribute + " is not among the look-up's attributes");
            }
        }
        return true;
    }

    /** The key attributes of what is queried. */
    private List<String> path() {
        String index = index();
        if (index == null) {
            return table.key();
        }
        Table.Index known = table.indexes().get(index);
        if (known == null) {
            throw lost("the table " + table.name() + " does not have the index " + index);
        }
        return known.key();
    }

    StoreException lost(String why) {
        return new StoreException(
                Kind.ACCESS_PATH_LOST,
                "Could not look up copies of " + definition + ": " + why + ". Nothing was scanned. "
                        + Commands.createIndex(definition),
                null);
    }

    static Map<FieldPath, Value> render(KeyPattern pattern, SourceKey key) {
        try {
            return pattern.render(key);
        } catch (IllegalArgumentException e) {
            throw new StoreException(Kind.PERMANENT, "Could not look up " + key + ": " + e.getMessage() + ".", e);
        }
    }

    /**
     * The condition of an event write (rule R1): the item exists, its pointer names the key, {@code where} holds, and
     * its label may be replaced. A version text that begins with a digit and has a colon counts as a label, perhaps of
     * a newer format; anything else is malformed and replaced.
     */
    String writable(SourceKey key, Version version, Expressions expressions) {
        String at = expressions.path(label);
        String source = expressions.path(label.child("s"));
        String has = expressions.path(label.child("v"));
        String text = expressions.value(AttributeValue.fromS("S"));
        return exists(expressions) + pointer(key, expressions) + where(expressions) + " AND NOT (attribute_type(" + at
                + ", " + expressions.value(AttributeValue.fromS("M")) + ") AND attribute_type(" + source + ", " + text
                + ") AND " + source + " = " + expressions.value(AttributeValue.fromS(key.labelText()))
                + " AND attribute_type(" + has + ", " + text + ") AND " + has + " >= "
                + expressions.value(AttributeValue.fromS(version.text())) + " AND " + has + " < "
                + expressions.value(AttributeValue.fromS(":")) + " AND contains(" + has + ", "
                + expressions.value(AttributeValue.fromS(":")) + "))";
    }

    /** The condition of a check (rule R3). */
    String checked(CheckWrite write, Expressions expressions) {
        String at = expressions.path(label);
        Value expected = write.expectedLabel();
        return exists(expressions) + pointer(write.pointer(), expressions) + where(expressions) + " AND "
                + (expected == null ? "attribute_not_exists(" + at + ")" : at + " = " + expressions.value(expected));
    }

    private String exists(Expressions expressions) {
        return "attribute_exists(" + expressions.name(table.partitionKey()) + ")";
    }

    private String pointer(SourceKey key, Expressions expressions) {
        return equal(render(definition.copy().pointer(), key), expressions);
    }

    private String where(Expressions expressions) {
        return equal(definition.copy().where().equalities(), expressions);
    }

    private static String equal(Map<FieldPath, Value> values, Expressions expressions) {
        StringBuilder condition = new StringBuilder();
        values.forEach((path, value) -> condition
                .append(" AND ")
                .append(expressions.path(path))
                .append(" = ")
                .append(expressions.value(value)));
        return condition.toString();
    }

    /** What is read of a copy: keys, watched attributes, label. No path lies inside another. */
    String projection(Expressions expressions) {
        Set<FieldPath> paths = new TreeSet<>(definition.watchedCopyPaths());
        paths.addAll(definition.copy().find().movingAttributes());
        paths.add(label);
        table.key().forEach(name -> paths.add(FieldPath.of(name)));
        return paths.stream()
                .filter(path -> paths.stream().noneMatch(other -> !other.equals(path) && path.startsWith(other)))
                .map(expressions::path)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
