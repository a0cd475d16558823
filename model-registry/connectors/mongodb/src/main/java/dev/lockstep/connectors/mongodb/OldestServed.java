package dev.lockstep.connectors.mongodb;

import java.util.function.Predicate;
import org.bson.BsonTimestamp;

/**
 * Finds the oldest time, to the second, from which the server still serves changes, by asking: this needs no right on
 * the oplog and works through a router. About 40 short requests.
 */
final class OldestServed {
    private static final long FIRST = 1;

    private final Predicate<BsonTimestamp> served;

    OldestServed(Predicate<BsonTimestamp> served) {
        this.served = served;
    }

    BsonTimestamp find(BsonTimestamp now) {
        long high = Integer.toUnsignedLong(now.getTime());
        long step = 3_600;
        long low = high - step;
        while (low > FIRST && isServed(low)) {
            high = low;
            step *= 2;
            low = high - step;
        }
        low = Math.max(low, FIRST);
        if (low == FIRST && isServed(low)) {
            return timestamp(low);
        }
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (isServed(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        boolean all = high < Integer.toUnsignedLong(now.getTime()) || isServed(high);
        return all ? timestamp(high) : new BsonTimestamp(now.getValue() + 1);
    }

    private boolean isServed(long second) {
        return served.test(timestamp(second));
    }

    private static BsonTimestamp timestamp(long second) {
        return new BsonTimestamp((int) second, 1);
    }
}
