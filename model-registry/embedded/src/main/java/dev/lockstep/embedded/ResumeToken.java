package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Document;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in the change log, written as a real server (token version 2) writes it: a KeyString in hex of cluster time,
 * version, token type, index of the operation inside its transaction, whether it follows an invalidate event,
 * collection UUID and operation type. Tokens sort as text in the order of their events.
 *
 * @param operationIndex 0 outside transactions
 * @param event whether it names an event, else the high-water mark between events
 * @param invalidate whether it names the invalidate event that follows the event
 * @param hex the text of {@code _data}
 */
record ResumeToken(BsonTimestamp time, long operationIndex, boolean event, boolean invalidate, String hex) {
    static final Comparator<ResumeToken> ORDER =
            Comparator.comparing(ResumeToken::time).thenComparing(ResumeToken::operationIndex);

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String VERSION = "2B04";
    private static final String EVENT_TYPE = "2C0100";
    private static final String ZERO = "29";
    private static final Pattern LAYOUT = Pattern.compile(
            "82([0-9A-F]{16})2B0[24](29|2C0100)(29|2B[0-9A-F]{2}|2C[0-9A-F]{4}|2D[0-9A-F]{6}|2E[0-9A-F]{8})(6E|6F).*04");

    static ResumeToken event(
            BsonTimestamp time, long index, @Nullable UUID collection, String operation, boolean invalidate) {
        String hex = "82" + hex(time) + VERSION + EVENT_TYPE + integer(index) + (invalidate ? "6F" : "6E")
                + (collection == null ? "14" : "5A1004" + hex(collection))
                + "463C" + text("operationType") + "3C" + text(operation) + "0004";
        return new ResumeToken(time, index, true, invalidate, hex);
    }

    /** Everything up to and including this time has been seen. */
    static ResumeToken highWaterMark(BsonTimestamp time) {
        return new ResumeToken(time, 0, false, false, "82" + hex(time) + VERSION + ZERO + ZERO + "6E1404");
    }

    /** Reads what a client sent; anything else than a token is error 260. */
    static ResumeToken parse(Object document) {
        Object data = document instanceof Document token ? token.get("_data") : null;
        if (!(data instanceof String text)) {
            throw ServerErrors.invalidResumeToken("Bad resume token: _data of missing or of wrong type " + document);
        }
        Matcher matcher = LAYOUT.matcher(text);
        if (!matcher.matches()) {
            throw ServerErrors.invalidResumeToken("resume token string was not a valid hex string: " + text);
        }
        BsonTimestamp time = new BsonTimestamp(Long.parseUnsignedLong(matcher.group(1), 16));
        boolean event = matcher.group(2).equals(EVENT_TYPE);
        return new ResumeToken(
                time, parseInteger(matcher.group(3)), event, matcher.group(4).equals("6F"), text);
    }

    Document toDocument() {
        return new Document("_data", hex);
    }

    /** KeyString of a non-negative integer: a type byte that tells the length, then the value shifted left by one. */
    private static String integer(long value) {
        if (value == 0) {
            return ZERO;
        }
        String shifted = Long.toHexString(value << 1).toUpperCase(Locale.ROOT);
        String padded = shifted.length() % 2 == 0 ? shifted : "0" + shifted;
        return HEX.toHexDigits((byte) (0x2A + padded.length() / 2)) + padded;
    }

    private static long parseInteger(String keyString) {
        return keyString.equals(ZERO) ? 0 : Long.parseLong(keyString.substring(2), 16) >> 1;
    }

    private static String hex(BsonTimestamp time) {
        return HEX.toHexDigits(time.getValue());
    }

    private static String hex(UUID id) {
        return HEX.toHexDigits(id.getMostSignificantBits()) + HEX.toHexDigits(id.getLeastSignificantBits());
    }

    private static String text(String ascii) {
        return HEX.formatHex(ascii.getBytes(StandardCharsets.US_ASCII)) + "00";
    }
}
