package dev.lockstep.connectors.jdbc;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a column's text means, by the name of its type. Types that no other kind of store has become the text that
 * PostgreSQL prints, which loses nothing.
 */
final class TypeMapping {
    private static final Pattern PLAIN_TIME = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]+(\\+00)?");

    private TypeMapping() {}

    /** The row that the result is at. */
    static Doc record(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        Map<String, Value> entries = new LinkedHashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            entries.put(columns.getColumnLabel(i), value(columns.getColumnTypeName(i), row.getString(i)));
        }
        return Doc.of(entries);
    }

    /** The value that a text of that type spells; {@code null} is SQL's NULL, which is a value, not a missing field. */
    static Value value(String type, @Nullable String text) {
        if (text == null) {
            return Value.Null.NULL;
        }
        if (isArray(type)) {
            return ArrayText.parse(text, elementType(type));
        }
        return switch (type) {
            case "bool" -> new Value.Bool(text.equals("t"));
            case "int2", "int4", "serial", "smallserial" -> new Value.Int32(Integer.parseInt(text));
            case "int8", "bigserial", "oid" -> new Value.Int64(Long.parseLong(text));
            case "float4" -> new Value.Float64(Float.parseFloat(text));
            case "float8" -> new Value.Float64(Double.parseDouble(text));
            case "numeric" -> numeric(text);
            case "bytea" -> new Value.Bytes(0, HexFormat.of().parseHex(text.substring(2)));
            case "json", "jsonb" -> JsonText.parse(text);
            case "timestamptz" -> instant(text);
            case "timestamp" -> new Value.Text(PLAIN_TIME.matcher(text).matches() ? text.replace(' ', 'T') : text);
            default -> new Value.Text(text);
        };
    }

    /** NaN and the infinities are no decimal numbers; floating point has them. */
    private static Value numeric(String text) {
        return Character.isLetter(text.charAt(text.length() - 1))
                ? new Value.Float64(Double.parseDouble(text))
                : new Value.Decimal(new BigDecimal(text));
    }

    /** Infinities and years that do not have four digits stay what PostgreSQL prints. */
    private static Value instant(String text) {
        if (!PLAIN_TIME.matcher(text).matches()) {
            return new Value.Text(text);
        }
        return new Value.DateTime(Instant.parse(text.replace(' ', 'T').replace("+00", "Z")));
    }

    private static boolean isArray(String type) {
        String name = type.substring(type.lastIndexOf('.') + 1);
        return (name.startsWith("_") || name.startsWith("\"_")) && !name.equals("_box");
    }

    private static String elementType(String arrayType) {
        return arrayType.startsWith("_") ? arrayType.substring(1) : "text";
    }
}
