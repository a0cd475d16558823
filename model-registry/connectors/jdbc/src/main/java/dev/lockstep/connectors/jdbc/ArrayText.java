package dev.lockstep.connectors.jdbc;

import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Reads the text of an array: <code>{1,NULL,"a,b"}</code>, nested for more dimensions. */
final class ArrayText {
    private final String text;
    private final String type;
    private int at;

    private ArrayText(String text, String type, int at) {
        this.text = text;
        this.type = type;
        this.at = at;
    }

    /** Bounds other than 1 are printed in front, as in <code>[0:1]={1,2}</code>; the elements are what counts. */
    static Value.Items parse(String text, String elementType) {
        return new ArrayText(text, elementType, text.indexOf('{')).items();
    }

    private Value.Items items() {
        List<Value> items = new ArrayList<>();
        at++;
        while (text.charAt(at) != '}') {
            if (text.charAt(at) == ',') {
                at++;
            }
            items.add(item());
        }
        at++;
        return new Value.Items(items);
    }

    private Value item() {
        return switch (text.charAt(at)) {
            case '{' -> items();
            case '"' -> TypeMapping.value(type, quoted());
            default -> plain();
        };
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            value.append(text.charAt(at));
        }
        at++;
        return value.toString();
    }

    private Value plain() {
        int begin = at;
        while (text.charAt(at) != ',' && text.charAt(at) != '}') {
            at++;
        }
        String value = text.substring(begin, at);
        return value.equals("NULL") ? Value.Null.NULL : TypeMapping.value(type, value);
    }
}
