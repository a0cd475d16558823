package dev.lockstep.value;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes values as canonical typed text. Integers of any width and decimal-free numbers share one form, so 42 is 42.
 */
final class CanonicalText {
    private CanonicalText() {}

    static String of(Value value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Value value, StringBuilder out) {
        if (value instanceof Value.Null) {
            out.append("null");
        } else if (value instanceof Value.Bool bool) {
            out.append(bool.value());
        } else if (value instanceof Value.Int32 number) {
            out.append(number.value());
        } else if (value instanceof Value.Int64 number) {
            out.append(number.value());
        } else if (value instanceof Value.Float64 number) {
            writeFloat(number.value(), out);
        } else if (value instanceof Value.Text text) {
            quote(text.value(), out);
        } else if (value instanceof Value.Items items) {
            writeItems(items, out);
        } else if (value instanceof Doc doc) {
            writeDoc(doc, out);
        } else {
            writeTyped(value, out);
        }
    }

    private static void writeFloat(double number, StringBuilder out) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            typed("double", Double.toString(number), out);
        } else {
            out.append(Double.toString(number));
        }
    }

    private static void writeTyped(Value value, StringBuilder out) {
        if (value instanceof Value.Decimal decimal) {
            BigDecimal number = decimal.value();
            typed("decimal", number.toString(), out);
        } else if (value instanceof Value.DateTime time) {
            typed("date", time.value().toString(), out);
        } else if (value instanceof Value.Bytes bytes) {
            typed("binary", bytes.subtype() + ":" + bytes.base64(), out);
        } else if (value instanceof Value.Native other) {
            typed(other.type(), other.text(), out);
        }
    }

    private static void typed(String type, String text, StringBuilder out) {
        out.append('{');
        quote("$" + type, out);
        out.append(':');
        quote(text, out);
        out.append('}');
    }

    private static void writeItems(Value.Items items, StringBuilder out) {
        String separator = "[";
        for (Value item : items.values()) {
            out.append(separator);
            write(item, out);
            separator = ",";
        }
        out.append(items.values().isEmpty() ? "[]" : "]");
    }

    /** A name that starts with a dollar sign is written with one more, so that it is never taken for a type. */
    private static void writeDoc(Doc doc, StringBuilder out) {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, Value> entry : new TreeMap<>(doc.entries()).entrySet()) {
            out.append(separator);
            String name = entry.getKey();
            quote(name.startsWith("$") ? "$" + name : name, out);
            out.append(':');
            write(entry.getValue(), out);
            separator = ",";
        }
        out.append('}');
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
