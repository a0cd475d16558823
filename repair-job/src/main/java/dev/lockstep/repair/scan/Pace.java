package dev.lockstep.repair.scan;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/** A ceiling on copies read per second, as an average since the scan began. */
final class Pace {
    private static final double NANOS = 1e9;

    private final OptionalDouble perSecond;
    private final Clock clock;
    private final Instant begun;
    private long read;

    Pace(OptionalDouble perSecond, Clock clock) {
        this.perSecond = perSecond;
        this.clock = clock;
        this.begun = clock.instant();
    }

    void read(int copies) {
        read += copies;
    }

    /** When the next page may be read. */
    Instant next() {
        return perSecond.isEmpty()
                ? begun
                : begun.plus(Duration.ofNanos((long) Math.min(Long.MAX_VALUE, read / perSecond.getAsDouble() * NANOS)));
    }

    boolean allows() {
        return !next().isAfter(clock.instant());
    }

    /** No larger than what a second allows, so that a slow pace is even. */
    int page(int usual) {
        return perSecond.isEmpty() ? usual : (int) Math.max(1, Math.min(usual, perSecond.getAsDouble()));
    }
}
