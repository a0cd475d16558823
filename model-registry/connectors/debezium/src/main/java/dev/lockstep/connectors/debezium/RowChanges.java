package dev.lockstep.connectors.debezium;

import dev.lockstep.change.Change;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Turns Debezium's records into changes. They carry no images: values are read strongly, with the one mapping of types
 * that reads have, so that no unchanged TOAST value and no second mapping can end in a copy.
 */
final class RowChanges {
    private final StoreName store;
    private final Map<TableName, String> collections = new HashMap<>();

    RowChanges(StoreName store, String schema, Collection<String> collections) {
        this.store = store;
        collections.forEach(name -> this.collections.put(TableName.of(name, schema), name));
    }

    Collection<TableName> tables() {
        return collections.keySet();
    }

    /** Empty for heartbeats and for what nobody asked for. */
    Optional<Row> row(SourceRecord record) {
        if (!(record.value() instanceof Struct value)
                || !(record.key() instanceof Struct key)
                || value.schema().field("op") == null) {
            return Optional.empty();
        }
        Struct source = value.getStruct("source");
        String collection = collections.get(new TableName(source.getString("schema"), source.getString("table")));
        Change.Kind kind = kind(value.getString("op"));
        if (collection == null || kind == null) {
            return Optional.empty();
        }
        Change change = new Change(
                new CollectionRef(store, collection),
                new RecordKey(key(key)),
                kind,
                null,
                null,
                Optional.empty(),
                new Position(String.format("%016x", source.getInt64("lsn"))),
                Instant.ofEpochMilli(source.getInt64("ts_ms")));
        return Optional.of(new Row(change, source.getInt64("txId")));
    }

    private static Change.@Nullable Kind kind(String operation) {
        return switch (operation) {
            case "c", "r" -> Change.Kind.INSERT;
            case "u" -> Change.Kind.UPDATE;
            case "d" -> Change.Kind.DELETE;
            default -> null;
        };
    }

    private static Doc key(Struct key) {
        Map<String, Value> attributes = new LinkedHashMap<>();
        for (Field field : key.schema().fields()) {
            attributes.put(field.name(), value(key.get(field)));
        }
        return Doc.of(attributes);
    }

    /** Key columns have few types, see the registration's checks. */
    private static Value value(Object value) {
        if (value instanceof Short || value instanceof Integer) {
            return new Value.Int32(((Number) value).intValue());
        } else if (value instanceof Long number) {
            return new Value.Int64(number);
        } else if (value instanceof Boolean bool) {
            return new Value.Bool(bool);
        }
        return new Value.Text(String.valueOf(value));
    }

    /** A change and the transaction that made it. */
    record Row(Change change, @Nullable Long transaction) {}
}
