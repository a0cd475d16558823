package dev.lockstep.connectors.mongodb;

import dev.lockstep.change.Position;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bson.BsonTimestamp;

/** Positions: the cluster time in 16 hexadecimal digits, then the operation's index in its transaction in 8. */
final class StreamPosition {
    private static final HexFormat HEX = HexFormat.of();
    private static final Pattern LAYOUT = Pattern.compile("[0-9a-f]{24}");

    private StreamPosition() {}

    static Position of(BsonTimestamp clusterTime, int operationIndex) {
        return new Position(HEX.toHexDigits(clusterTime.getValue()) + HEX.toHexDigits(operationIndex));
    }

    /** The cluster time of a position of this connector; empty for any other, such as that of a fill. */
    static Optional<BsonTimestamp> clusterTime(Position position) {
        String text = position.text();
        return LAYOUT.matcher(text).matches()
                ? Optional.of(new BsonTimestamp(HexFormat.fromHexDigitsToLong(text, 0, 16)))
                : Optional.empty();
    }
}
