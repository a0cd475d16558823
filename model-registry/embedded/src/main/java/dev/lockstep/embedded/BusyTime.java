package dev.lockstep.embedded;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Adds up the time that threads spend on commands. */
final class BusyTime {
    private final LongAdder nanos = new LongAdder();

    <T> T measure(Supplier<T> work) {
        long start = System.nanoTime();
        try {
            return work.get();
        } finally {
            nanos.add(System.nanoTime() - start);
        }
    }

    /** Takes time out again that a command spent waiting. */
    void subtract(Duration waited) {
        nanos.add(-waited.toNanos());
    }

    Duration total() {
        return Duration.ofNanos(nanos.sum());
    }
}
