package dev.lockstep.connectors.mongodb;

import dev.lockstep.registry.Filter;
import dev.lockstep.value.Value;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Query conditions that hold exactly when the core's do. MongoDB's equality also enters arrays, takes missing for null
 * and compares numbers over all types; each condition says so where the core does not.
 */
final class Conditions {
    private Conditions() {}

    /** The field holds this key value: whole numbers are equal over all number types, arrays are not entered. */
    static BsonValue keyEquals(Value value) {
        return equality(value, List.of("array"));
    }

    /** The field holds this value as {@link Filter#matches} tests it. */
    static BsonValue filterEquals(Value value) {
        if (value instanceof Value.Int32 || value instanceof Value.Int64) {
            return equality(value, List.of("array", "double", "decimal"));
        }
        if (value instanceof Value.Float64) {
            return equality(value, List.of("array", "int", "long", "decimal"));
        }
        return value instanceof Value.Items ? equality(value, List.of()) : equality(value, List.of("array"));
    }

    /** The label is stored exactly so. */
    static BsonValue stored(@Nullable Value label) {
        if (label == null) {
            return new BsonDocument("$exists", BsonBoolean.FALSE);
        }
        return label instanceof Value.Items ? equality(label, List.of()) : equality(label, List.of("array"));
    }

    static void addFilter(BsonDocument target, Filter where) {
        where.equalities().forEach((path, value) -> and(target, Paths.dotted(path), filterEquals(value)));
    }

    /** Adds one more condition; two on one field are joined, never overwritten. */
    static void and(BsonDocument target, String field, BsonValue condition) {
        if (!target.containsKey(field)) {
            target.put(field, condition);
            return;
        }
        BsonArray all = target.containsKey("$and") ? target.getArray("$and") : new BsonArray();
        all.add(new BsonDocument(field, condition));
        target.put("$and", all);
    }

    private static BsonValue equality(Value value, List<String> notTypes) {
        if (value instanceof Value.Null) {
            return new BsonDocument(
                            "$type", new BsonInt32(BsonNull.VALUE.getBsonType().getValue()))
                    .append("$not", typeIn(List.of("array")));
        }
        BsonDocument condition = new BsonDocument("$eq", BsonMapping.toBson(value));
        return notTypes.isEmpty() ? condition : condition.append("$not", typeIn(notTypes));
    }

    private static BsonDocument typeIn(List<String> types) {
        if (types.size() == 1) {
            return new BsonDocument("$type", new BsonString(types.get(0)));
        }
        return new BsonDocument(
                "$type", new BsonArray(types.stream().map(BsonString::new).toList()));
    }
}
