package dev.lockstep.connectors.mongodb;

import java.util.HexFormat;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What the server's resume token tells. Its {@code _data} is a KeyString in hexadecimal: a cluster time (0x82 and 8
 * bytes), then the token's version, since version 1 its type, and the index of the operation in its transaction, each a
 * KeyString number. The rest (collection, document key, operation) is not needed here. The layout is meant for servers
 * 4.2 to 8.x; a token that does not follow it is not guessed at.
 *
 * @param clusterTime of the event, or the time up to which a stream is complete
 * @param operationIndex 0 outside transactions
 */
record ResumeToken(BsonTimestamp clusterTime, int operationIndex) {
    private static final int TIMESTAMP = 0x82;
    private static final int ZERO = 0x29;
    private static final int ONE_BYTE = 0x2B;
    private static final int EIGHT_BYTES = 0x32;

    /** Reads a token; empty when its layout is unknown. */
    static Optional<ResumeToken> parse(@Nullable BsonDocument token) {
        BsonValue data = token == null ? null : token.get("_data");
        if (!(data instanceof BsonString text)) {
            return Optional.empty();
        }
        try {
            Reader reader = new Reader(HexFormat.of().parseHex(text.getValue()));
            if (reader.next() != TIMESTAMP) {
                return Optional.empty();
            }
            BsonTimestamp time = new BsonTimestamp(reader.bytes(8));
            long version = reader.number();
            if (version >= 1) {
                reader.number();
            }
            long index = reader.number();
            return index > Integer.MAX_VALUE ? Optional.empty() : Optional.of(new ResumeToken(time, (int) index));
        } catch (IllegalArgumentException unknownLayout) {
            return Optional.empty();
        }
    }

    private static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        int next() {
            if (at == bytes.length) {
                throw new IllegalArgumentException("the token ends early");
            }
            return Byte.toUnsignedInt(bytes[at++]);
        }

        long bytes(int count) {
            long value = 0;
            for (int i = 0; i < count; i++) {
                value = value << 8 | next();
            }
            return value;
        }

        /** A whole number that is not negative: a byte for its length, then twice its value. */
        long number() {
            int type = next();
            if (type == ZERO) {
                return 0;
            }
            if (type < ONE_BYTE || type > EIGHT_BYTES) {
                throw new IllegalArgumentException("not a whole number: " + type);
            }
            return bytes(type - ONE_BYTE + 1) >>> 1;
        }
    }
}
