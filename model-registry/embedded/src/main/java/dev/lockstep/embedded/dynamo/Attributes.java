package dev.lockstep.embedded.dynamo;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Typed attribute values in the protocol's JSON form, such as {@code {"S": "x"}}: checked, normalised, compared. */
final class Attributes {
    private static final Set<String> TYPES = Set.of("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS");
    private static final int DIGITS = 38;

    private Attributes() {}

    static ObjectNode item(JsonNode raw) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        raw.properties().forEach(entry -> item.set(entry.getKey(), value(entry.getValue())));
        return item;
    }

    /** A checked copy with numbers in the form in which the service gives them back. */
    static ObjectNode value(JsonNode raw) {
        if (raw.size() != 1) {
            throw DynamoError.invalid(
                    "Supplied AttributeValue has more than one datatypes set, must contain exactly one"
                            + " of the supported datatypes");
        }
        String type = type(raw);
        JsonNode given = raw.get(type);
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        switch (type) {
            case "N" -> value.put("N", number(given.asString()));
            case "M" -> value.set("M", item(given));
            case "L" -> value.set("L", list(given));
            case "SS", "NS", "BS" -> value.set(type, set(type, given));
            case "NULL" -> value.put("NULL", true);
            default -> value.set(type, given);
        }
        return value;
    }

    static String type(JsonNode value) {
        String type = value.properties().iterator().next().getKey();
        if (!TYPES.contains(type)) {
            throw DynamoError.invalid(
                    "Supplied AttributeValue is empty, must contain exactly one of the supported" + " datatypes");
        }
        return type;
    }

    static String number(String text) {
        BigDecimal number;
        try {
            number = new BigDecimal(text).stripTrailingZeros();
        } catch (NumberFormatException e) {
            throw DynamoError.invalid("The parameter cannot be converted to a numeric value: " + text);
        }
        if (number.precision() > DIGITS) {
            throw DynamoError.invalid("Attempting to store more than 38 significant digits in a Number");
        }
        int magnitude = number.precision() - number.scale() - 1;
        if (number.signum() != 0 && (magnitude > 125 || magnitude < -130)) {
            throw DynamoError.invalid("Number " + (magnitude > 0 ? "overflow" : "underflow")
                    + ". Attempting to store a number with magnitude "
                    + (magnitude > 0 ? "larger" : "smaller") + " than supported range");
        }
        return number.signum() == 0 ? "0" : number.toPlainString();
    }

    private static ArrayNode list(JsonNode given) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        given.forEach(element -> list.add(value(element)));
        return list;
    }

    private static ArrayNode set(String type, JsonNode given) {
        if (given.isEmpty()) {
            throw DynamoError.invalidParameter(
                    "An " + (type.equals("SS") ? "string" : type.equals("NS") ? "number" : "binary")
                            + " set  may not be empty");
        }
        ArrayNode set = JsonNodeFactory.instance.arrayNode();
        Set<String> seen = new HashSet<>();
        for (JsonNode element : given) {
            String text = type.equals("NS") ? number(element.asString()) : element.asString();
            if (!seen.add(text)) {
                throw DynamoError.invalidParameter("Input collection " + given + " contains duplicates.");
            }
            set.add(text);
        }
        return set;
    }

    /** Equal as the service compares: lists in order, sets and maps in any. */
    static boolean equal(JsonNode left, JsonNode right) {
        String type = type(left);
        if (!type.equals(type(right))) {
            return false;
        }
        JsonNode a = left.get(type);
        JsonNode b = right.get(type);
        return switch (type) {
            case "SS", "NS", "BS" -> elements(a).equals(elements(b));
            case "M" -> sameItem(a, b);
            case "L" -> sameList(a, b);
            default -> a.equals(b);
        };
    }

    static boolean sameItem(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> entry : a.properties()) {
            JsonNode other = b.get(entry.getKey());
            if (other == null || !equal(entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameList(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    static Set<String> elements(JsonNode set) {
        Set<String> elements = new HashSet<>();
        set.forEach(element -> elements.add(element.asString()));
        return elements;
    }

    /** Strings and binaries by their bytes, numbers by value; both of one of these types. */
    static int compare(JsonNode left, JsonNode right) {
        String a = left.properties().iterator().next().getValue().asString();
        String b = right.properties().iterator().next().getValue().asString();
        return switch (type(left)) {
            case "N" -> new BigDecimal(a).compareTo(new BigDecimal(b));
            case "B" ->
                Arrays.compareUnsigned(
                        Base64.getDecoder().decode(a), Base64.getDecoder().decode(b));
            default -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        };
    }

    static boolean comparable(JsonNode left, JsonNode right) {
        String type = type(left);
        return type.equals(type(right)) && Set.of("S", "N", "B").contains(type);
    }

    /** Roughly the bytes the service counts; exact for strings. */
    static int size(JsonNode item) {
        int size = 0;
        for (Map.Entry<String, JsonNode> entry : item.properties()) {
            size += entry.getKey().getBytes(StandardCharsets.UTF_8).length + sizeOf(entry.getValue());
        }
        return size;
    }

    private static int sizeOf(JsonNode value) {
        String type = type(value);
        JsonNode content = value.get(type);
        return switch (type) {
            case "S" -> content.asString().getBytes(StandardCharsets.UTF_8).length;
            case "B" -> content.asString().length() * 3 / 4;
            case "N" -> content.asString().length() / 2 + 2;
            case "M" -> 3 + content.size() + size(content);
            case "L" ->
                3
                        + content.size()
                        + content.valueStream().mapToInt(Attributes::sizeOf).sum();
            case "SS", "NS", "BS" ->
                content.valueStream()
                        .mapToInt(element -> element.asString().length())
                        .sum();
            default -> 1;
        };
    }
}
