package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Attribute values. Numbers of the service have no type but their value: one that is whole and fits comes as a 64-bit
 * integer, any other as a decimal without trailing zeros. Sets are native values; their text lists the members in
 * order.
 *
 * <p>Limits of the service (developer guide, "Supported data types"): 38 significant digits, magnitude 1E-130 to
 * 9.99E+125.
 */
final class Values {
    private static final String STRINGS = "stringSet";
    private static final String NUMBERS = "numberSet";
    private static final String BYTES = "binarySet";
    private static final int MOST_DIGITS = 38;
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);

    private Values() {}

    static Value toValue(AttributeValue stored) {
        return switch (stored.type()) {
            case S -> new Value.Text(stored.s());
            case N -> number(stored.n());
            case BOOL -> new Value.Bool(stored.bool());
            case NUL -> Value.Null.NULL;
            case B -> new Value.Bytes(0, stored.b().asByteArray());
            case L -> new Value.Items(stored.l().stream().map(Values::toValue).toList());
            case M -> toDoc(stored.m());
            case SS -> new Value.Native(STRINGS, Members.join(new TreeSet<>(stored.ss())));
            case NS ->
                new Value.Native(
                        NUMBERS,
                        Members.join(stored.ns().stream()
                                .map(BigDecimal::new)
                                .map(Values::plain)
                                .sorted()
                                .map(BigDecimal::toString)
                                .toList()));
            case BS ->
                new Value.Native(
                        BYTES,
                        Members.join(stored.bs().stream()
                                .map(bytes -> Base64.getEncoder().encodeToString(bytes.asByteArray()))
                                .sorted()
                                .toList()));
            default -> new Value.Native("unknown", String.valueOf(stored));
        };
    }

    private static Value number(String text) {
        BigDecimal plain = plain(new BigDecimal(text));
        return plain.scale() <= 0 && plain.compareTo(LONGEST) <= 0 && plain.compareTo(LEAST) >= 0
                ? new Value.Int64(plain.longValueExact())
                : new Value.Decimal(plain);
    }

    private static BigDecimal plain(BigDecimal number) {
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }

    static Doc toDoc(Map<String, AttributeValue> stored) {
        Map<String, Value> entries = new LinkedHashMap<>();
        stored.forEach((name, value) -> entries.put(name, toValue(value)));
        return Doc.of(entries);
    }

    /** Throws PERMANENT for a value that DynamoDB has no type for. */
    static AttributeValue toAttribute(Value value) {
        if (value instanceof Value.Text text) {
            return AttributeValue.fromS(text.value());
        }
        if (value instanceof Value.Int32 number) {
            return AttributeValue.fromN(Integer.toString(number.value()));
        }
        if (value instanceof Value.Int64 number) {
            return AttributeValue.fromN(Long.toString(number.value()));
        }
        if (value instanceof Value.Float64 number) {
            if (!Double.isFinite(number.value())) {
                throw unfit("the number " + number.value(), "DynamoDB has no such number");
            }
            return decimal(new BigDecimal(Double.toString(number.value())));
        }
        if (value instanceof Value.Decimal number) {
            return decimal(number.value());
        }
        if (value instanceof Value.Bool bool) {
            return AttributeValue.fromBool(bool.value());
        }
        if (value instanceof Value.Null) {
            return AttributeValue.fromNul(true);
        }
        if (value instanceof Value.Items items) {
            List<AttributeValue> list = new ArrayList<>();
            items.values().forEach(item -> list.add(toAttribute(item)));
            return AttributeValue.fromL(list);
        }
        if (value instanceof Doc doc) {
            return AttributeValue.fromM(toItem(doc));
        }
        if (value instanceof Value.Bytes bytes && bytes.subtype() == 0) {
            return AttributeValue.fromB(SdkBytes.fromByteArray(bytes.content()));
        }
        return value instanceof Value.Native set ? set(set) : refuse(value);
    }

    static Map<String, AttributeValue> toItem(Doc doc) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        doc.entries().forEach((name, value) -> item.put(name, toAttribute(value)));
        return item;
    }

    private static AttributeValue decimal(BigDecimal number) {
        BigDecimal plain = plain(number);
        int magnitude = plain.precision() - plain.scale() - 1;
        if (plain.precision() > MOST_DIGITS) {
            throw unfit("a number of " + plain.precision() + " digits", "DynamoDB keeps " + MOST_DIGITS);
        }
        if (plain.signum() != 0 && (magnitude > 125 || magnitude < -130)) {
            throw unfit("the number " + plain, "DynamoDB keeps magnitudes from 1E-130 to 9.9E+125");
        }
        return AttributeValue.fromN(plain.toString());
    }

    private static AttributeValue set(Value.Native set) {
        return switch (set.type()) {
            case STRINGS -> AttributeValue.fromSs(Members.split(set.text()));
            case NUMBERS -> AttributeValue.fromNs(Members.split(set.text()));
            case BYTES ->
                AttributeValue.fromBs(Members.split(set.text()).stream()
                        .map(text -> SdkBytes.fromByteArray(Base64.getDecoder().decode(text)))
                        .toList());
            default -> refuse(set);
        };
    }

    private static AttributeValue refuse(Value value) {
        String type = value instanceof Value.Native other
                ? other.type()
                : value instanceof Value.DateTime ? "date" : value.getClass().getSimpleName();
        throw unfit("a value of type " + type, "DynamoDB has no such type; map it to text or a number in the source");
    }

    private static StoreException unfit(String what, String why) {
        return new StoreException(Kind.PERMANENT, "Could not write " + what + ": " + why + ".", null);
    }
}
