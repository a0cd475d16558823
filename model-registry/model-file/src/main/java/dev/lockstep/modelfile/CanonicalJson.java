package dev.lockstep.modelfile;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * The inverse of {@link Value#canonical()}. What comes back equals what was written, with one exception that canonical
 * text makes on purpose: it does not tell integer widths apart, so a whole number comes back as {@link Value.Int32} if
 * it fits and as {@link Value.Int64} otherwise. A type that core does not know by name becomes {@link Value.Native}.
 */
public final class CanonicalJson {
    private static final int DEEPEST = 500;
    private static final int LONGEST = 64_000_000;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(LONGEST)
                    .maxNameLength(LONGEST)
                    .build())
            .build();

    private CanonicalJson() {}

    /** The value; throws IllegalArgumentException, which says what is wrong, when the text is not canonical JSON. */
    public static Value parse(String text) {
        try (JsonParser tokens = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            JsonToken first = tokens.nextToken();
            if (first == null) {
                throw new IllegalArgumentException("the text is empty");
            }
            Value value = value(tokens);
            if (tokens.nextToken() != null) {
                throw new IllegalArgumentException("there is more after the value");
            }
            return value;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not canonical JSON: " + Shown.of(e.getOriginalMessage()), e);
        }
    }

    private static Value value(JsonParser tokens) {
        return switch (tokens.currentToken()) {
            case START_OBJECT -> object(tokens);
            case START_ARRAY -> items(tokens);
            case VALUE_STRING -> new Value.Text(tokens.getString());
            case VALUE_NUMBER_INT -> whole(tokens.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> new Value.Float64(tokens.getDoubleValue());
            case VALUE_TRUE -> new Value.Bool(true);
            case VALUE_FALSE -> new Value.Bool(false);
            default -> Value.Null.NULL;
        };
    }

    /** The narrowest integer that holds the number. */
    static Value whole(BigInteger number) {
        if (number.bitLength() < Integer.SIZE) {
            return new Value.Int32(number.intValueExact());
        }
        if (number.bitLength() < Long.SIZE) {
            return new Value.Int64(number.longValueExact());
        }
        throw new IllegalArgumentException("the number has more than 64 bits; write {\"$decimal\":\"…\"}");
    }

    private static Value items(JsonParser tokens) {
        List<Value> items = new ArrayList<>();
        while (tokens.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(tokens));
        }
        return new Value.Items(items);
    }

    private static Value object(JsonParser tokens) {
        Map<String, Value> entries = new LinkedHashMap<>();
        while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = tokens.currentName();
            JsonToken token = tokens.nextToken();
            if (isType(name)) {
                if (!entries.isEmpty() || token != JsonToken.VALUE_STRING) {
                    throw new IllegalArgumentException(
                            "\"" + Shown.of(name) + "\" names a type: it stands alone in its object, with text");
                }
                Value typed = typed(name.substring(1), tokens.getString());
                if (tokens.nextToken() != JsonToken.END_OBJECT) {
                    throw new IllegalArgumentException(
                            "\"" + Shown.of(name) + "\" names a type: it stands alone in its object");
                }
                return typed;
            }
            if (entries.put(unescaped(name), value(tokens)) != null) {
                throw new IllegalArgumentException("\"" + Shown.of(name) + "\" is written twice");
            }
        }
        return Doc.of(entries);
    }

    /** True for a name such as {@code $date}; a document's own name with a dollar sign is written with two. */
    static boolean isType(String name) {
        return name.startsWith("$") && !name.startsWith("$$") && name.length() > 1;
    }

    private static String unescaped(String name) {
        return name.startsWith("$$") ? name.substring(1) : name;
    }

    /** The value of a named type; throws IllegalArgumentException when the text is not of that type. */
    static Value typed(String type, String text) {
        try {
            return switch (type) {
                case "date" -> new Value.DateTime(Instant.parse(text));
                case "decimal" -> new Value.Decimal(new BigDecimal(text));
                case "double" -> new Value.Float64(Double.parseDouble(text));
                case "binary" -> binary(text);
                default -> new Value.Native(type, text);
            };
        } catch (DateTimeException | NumberFormatException e) {
            throw new IllegalArgumentException("\"" + Shown.of(text) + "\" is no $" + type, e);
        }
    }

    private static Value binary(String text) {
        int colon = text.indexOf(':');
        int subtype = colon < 1 ? -1 : Integer.parseInt(text.substring(0, colon));
        if (subtype < 0 || subtype > 255) {
            throw new IllegalArgumentException("$binary is a subtype from 0 to 255, a colon and Base64");
        }
        return new Value.Bytes(subtype, Base64.getDecoder().decode(text.substring(colon + 1)));
    }
}
