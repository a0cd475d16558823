package dev.lockstep.fanout.failure;

import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;

/** How long to wait after a failure that passes by itself: exponential with jitter, 100 ms to 30 s. */
@FunctionalInterface
public interface Backoff {
    /** The wait after this many failed attempts, counted from 1. */
    Duration after(int attempts);

    /** Exponential from 100 ms, doubled each time, half of it random, at most 30 s. */
    static Backoff exponential() {
        IntervalFunction interval =
                IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(100), 2.0, 0.5, Duration.ofSeconds(30));
        return attempts -> Duration.ofMillis(interval.apply(Math.min(attempts, 30)));
    }

    /** No wait, for explorations. */
    static Backoff none() {
        return attempts -> Duration.ZERO;
    }
}
