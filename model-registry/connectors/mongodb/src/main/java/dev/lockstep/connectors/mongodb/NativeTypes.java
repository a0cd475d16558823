package dev.lockstep.connectors.mongodb;

import dev.lockstep.value.Value;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonJavaScript;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** The BSON types that no other kind of store has, as a type name and a text that loses nothing. */
final class NativeTypes {
    private static final JsonWriterSettings EXTENDED =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private NativeTypes() {}

    static Value.Native toNative(BsonValue value) {
        return switch (value.getBsonType()) {
            case OBJECT_ID -> of("objectId", value.asObjectId().getValue().toHexString());
            case DECIMAL128 -> of("decimal128", decimalText(value.asDecimal128().getValue()));
            case TIMESTAMP ->
                of(
                        "timestamp",
                        Integer.toUnsignedString(value.asTimestamp().getTime()) + ":"
                                + Integer.toUnsignedString(value.asTimestamp().getInc()));
            case REGULAR_EXPRESSION ->
                of(
                        "regex",
                        "/" + value.asRegularExpression().getPattern() + "/"
                                + value.asRegularExpression().getOptions());
            case JAVASCRIPT -> of("javascript", value.asJavaScript().getCode());
            case JAVASCRIPT_WITH_SCOPE -> of("javascriptWithScope", new BsonDocument("value", value).toJson(EXTENDED));
            case SYMBOL -> of("symbol", value.asSymbol().getSymbol());
            case DB_POINTER ->
                of(
                        "dbPointer",
                        value.asDBPointer().getId().toHexString() + ":"
                                + value.asDBPointer().getNamespace());
            case MIN_KEY -> of("minKey", "");
            case MAX_KEY -> of("maxKey", "");
            case UNDEFINED -> of("undefined", "");
            default -> throw new IllegalArgumentException("not a native type: " + value.getBsonType());
        };
    }

    /** Throws IllegalArgumentException for a type or text that MongoDB does not have. */
    static BsonValue toBson(Value.Native value) {
        String text = value.text();
        return switch (value.type()) {
            case "objectId" -> new BsonObjectId(new ObjectId(text));
            case "decimal128" -> new BsonDecimal128(decimal(text));
            case "timestamp" -> timestamp(text);
            case "regex" ->
                new BsonRegularExpression(
                        text.substring(1, text.lastIndexOf('/')), text.substring(text.lastIndexOf('/') + 1));
            case "javascript" -> new BsonJavaScript(text);
            case "javascriptWithScope" -> BsonDocument.parse(text).get("value", new BsonString(""));
            case "symbol" -> new BsonSymbol(text);
            case "dbPointer" -> new BsonDbPointer(text.substring(25), new ObjectId(text.substring(0, 24)));
            case "minKey" -> new BsonMinKey();
            case "maxKey" -> new BsonMaxKey();
            case "undefined" -> new BsonUndefined();
            default -> throw new IllegalArgumentException("MongoDB has no type " + value.type());
        };
    }

    static String nameOf(Value value) {
        return value instanceof Value.Native other
                ? other.type()
                : value.getClass().getSimpleName();
    }

    private static Value.Native of(String type, String text) {
        return new Value.Native(type, text);
    }

    private static BsonTimestamp timestamp(String text) {
        int colon = text.indexOf(':');
        return new BsonTimestamp(
                Integer.parseUnsignedInt(text.substring(0, colon)),
                Integer.parseUnsignedInt(text.substring(colon + 1)));
    }

    /** The usual text, or the bits of the few values (NaN with a sign, unusual encodings) whose text is not exact. */
    private static String decimalText(Decimal128 value) {
        String text = value.toString();
        return Decimal128.parse(text).equals(value)
                ? text
                : "bits:" + Long.toHexString(value.getHigh()) + ":" + Long.toHexString(value.getLow());
    }

    private static Decimal128 decimal(String text) {
        if (!text.startsWith("bits:")) {
            return Decimal128.parse(text);
        }
        String[] halves = text.split(":", 3);
        return Decimal128.fromIEEE754BIDEncoding(
                Long.parseUnsignedLong(halves[1], 16), Long.parseUnsignedLong(halves[2], 16));
    }
}
