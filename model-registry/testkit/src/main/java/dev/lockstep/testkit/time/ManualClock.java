package dev.lockstep.testkit.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until a test moves it. Safe for many threads. */
public final class ManualClock extends Clock {
    private volatile Instant now;

    /** A clock that stands at 2026-01-01T00:00:00Z. */
    public ManualClock() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** A clock that stands at {@code start}. */
    public ManualClock(Instant start) {
        this.now = start;
    }

    /** Moves on; negative lengths move back, as a clock that is set may. */
    public synchronized ManualClock advance(Duration length) {
        now = now.plus(length);
        return this;
    }

    /** Moves to a moment. */
    public synchronized ManualClock set(Instant instant) {
        now = instant;
        return this;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
