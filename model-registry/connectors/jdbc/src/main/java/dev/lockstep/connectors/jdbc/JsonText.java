package dev.lockstep.connectors.jdbc;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the text of json and jsonb. A whole number of 64 bits is an integer; any other number is a decimal, as
 * PostgreSQL keeps it, with all its digits.
 */
final class JsonText {
    /** PostgreSQL has checked the text; what it takes, up to 1 GB, is taken here. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNestingDepth(10_000)
                    .build())
            .build();

    private JsonText() {}

    static Value parse(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            return value(parser);
        }
    }

    private static Value value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new Value.Text(parser.getString());
            case VALUE_TRUE -> new Value.Bool(true);
            case VALUE_FALSE -> new Value.Bool(false);
            case VALUE_NUMBER_INT -> integer(new BigInteger(parser.getString()));
            case VALUE_NUMBER_FLOAT -> new Value.Decimal(new BigDecimal(parser.getString()));
            default -> Value.Null.NULL;
        };
    }

    private static Value integer(BigInteger number) {
        return number.bitLength() < Long.SIZE
                ? new Value.Int64(number.longValue())
                : new Value.Decimal(new BigDecimal(number));
    }

    private static Doc object(JsonParser parser) {
        Map<String, Value> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            entries.put(name, value(parser));
        }
        return Doc.of(entries);
    }

    private static Value.Items array(JsonParser parser) {
        List<Value> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return new Value.Items(items);
    }
}
