package dev.lockstep.connectors.mongodb;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Turns BSON into values and back, every type exactly. */
final class BsonMapping {
    private BsonMapping() {}

    static Doc toDoc(BsonDocument document) {
        Map<String, Value> entries = new LinkedHashMap<>();
        document.forEach((name, value) -> entries.put(name, toValue(value)));
        return Doc.of(entries);
    }

    static Value toValue(BsonValue value) {
        return switch (value.getBsonType()) {
            case NULL -> Value.Null.NULL;
            case BOOLEAN -> new Value.Bool(value.asBoolean().getValue());
            case INT32 -> new Value.Int32(value.asInt32().getValue());
            case INT64 -> new Value.Int64(value.asInt64().getValue());
            case DOUBLE -> new Value.Float64(value.asDouble().getValue());
            case STRING -> new Value.Text(value.asString().getValue());
            case DATE_TIME ->
                new Value.DateTime(Instant.ofEpochMilli(value.asDateTime().getValue()));
            case BINARY ->
                new Value.Bytes(
                        Byte.toUnsignedInt(value.asBinary().getType()),
                        value.asBinary().getData());
            case DOCUMENT -> toDoc(value.asDocument());
            case ARRAY -> toItems(value.asArray());
            default -> NativeTypes.toNative(value);
        };
    }

    private static Value.Items toItems(BsonArray array) {
        List<Value> items = new ArrayList<>(array.size());
        array.forEach(item -> items.add(toValue(item)));
        return new Value.Items(items);
    }

    static BsonDocument toBson(Doc doc) {
        BsonDocument document = new BsonDocument();
        doc.entries().forEach((name, value) -> document.put(name, toBson(value)));
        return document;
    }

    /** Throws PERMANENT for a value that BSON cannot hold. */
    static BsonValue toBson(Value value) {
        if (value instanceof Value.Null) {
            return BsonNull.VALUE;
        } else if (value instanceof Value.Bool bool) {
            return BsonBoolean.valueOf(bool.value());
        } else if (value instanceof Value.Int32 number) {
            return new BsonInt32(number.value());
        } else if (value instanceof Value.Int64 number) {
            return new BsonInt64(number.value());
        } else if (value instanceof Value.Float64 number) {
            return new BsonDouble(number.value());
        } else if (value instanceof Value.Text text) {
            return new BsonString(text.value());
        } else if (value instanceof Value.DateTime time) {
            return new BsonDateTime(time.value().toEpochMilli());
        } else if (value instanceof Value.Bytes bytes) {
            return new BsonBinary((byte) bytes.subtype(), bytes.content());
        } else if (value instanceof Value.Items items) {
            return new BsonArray(
                    items.values().stream().map(BsonMapping::toBson).toList());
        } else if (value instanceof Doc doc) {
            return toBson(doc);
        }
        return special(value);
    }

    private static BsonValue special(Value value) {
        try {
            return value instanceof Value.Decimal decimal
                    ? new BsonDecimal128(new Decimal128(decimal.value()))
                    : NativeTypes.toBson((Value.Native) value);
        } catch (IllegalArgumentException | ArithmeticException unfit) {
            throw new StoreException(
                    Kind.PERMANENT,
                    "Could not store a value of type " + NativeTypes.nameOf(value)
                            + " in MongoDB: no BSON type holds it exactly. Map the field to a type that both stores have.",
                    unfit);
        }
    }
}
