package dev.lockstep.fanout.sample;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Samples that are taken together: consecutive clean ones of the last hour, so that the interval narrows while nothing
 * is found. A sample with drift stands alone, and so does the first one after it: a measurement says what is, not what
 * was.
 */
final class Pool {
    private static final Duration WINDOW = Duration.ofHours(1);

    private record Sample(long wrong, long compared, Instant at) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    void add(long wrong, long compared, Instant at) {
        samples.removeIf(sample ->
                wrong > 0 || sample.wrong() > 0 || sample.at().plus(WINDOW).isBefore(at));
        samples.add(new Sample(wrong, compared, at));
    }

    long wrong() {
        return samples.stream().mapToLong(Sample::wrong).sum();
    }

    long compared() {
        return samples.stream().mapToLong(Sample::compared).sum();
    }
}
