package dev.lockstep.connectors.mongodb;

import java.util.function.Predicate;
import org.bson.BsonTimestamp;

/**
 * Finds the oldest time from which the server still serves changes, by asking: this needs no right on the oplog and
 * works through a router. About 50 short requests.
 */
final class OldestServed {
    private static final long SECOND = 1L << 32;
    private static final long FIRST = SECOND + 1;
    private static final long FIRST_STEP = 3_600 * SECOND;

    private final Predicate<BsonTimestamp> served;

    OldestServed(Predicate<BsonTimestamp> served) {
        this.served = served;
    }

    /** The oldest time; the moment after {@code now} is taken to be served without asking. */
    BsonTimestamp find(BsonTimestamp now) {
        long high = now.getValue() + 1;
        long step = FIRST_STEP;
        long low = Math.max(FIRST, high - step);
        while (isServed(low)) {
            if (low == FIRST) {
                return new BsonTimestamp(FIRST);
            }
            high = low;
            step *= 2;
            low = Math.max(FIRST, high - step);
        }
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (isServed(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return new BsonTimestamp(high);
    }

    private boolean isServed(long time) {
        return served.test(new BsonTimestamp(time));
    }
}
