package dev.lockstep.repair.run;

import dev.lockstep.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/** Drives step machines: the one place that waits. Steps that a store could not serve are made again for a while. */
final class Loop {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final Clock clock;
    private final Stop stop;
    private final Runnable alive;

    /** @param alive called between waits of a few seconds, to say that the run is not dead */
    Loop(Clock clock, Stop stop, Runnable alive) {
        this.clock = clock;
        this.stop = stop;
        this.alive = alive;
    }

    /**
     * Makes one step, again if the store asks for less or is away for a moment; throws the StoreException when it stays
     * so.
     */
    <T> T step(Supplier<T> step) {
        Instant giveUp = clock.instant().plus(PATIENCE);
        Duration pause = FIRST_PAUSE;
        while (true) {
            stop.check();
            try {
                return step.get();
            } catch (StoreException e) {
                boolean passes = e.kind() == StoreException.Kind.TRANSIENT || e.kind() == StoreException.Kind.THROTTLED;
                if (!passes || clock.instant().isAfter(giveUp)) {
                    throw e;
                }
                stop.await(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    void waitUntil(Instant time) {
        stop.check();
        Duration left = Duration.between(clock.instant(), time);
        while (!left.isNegative() && !left.isZero()) {
            stop.await(left.compareTo(LONGEST_PAUSE) < 0 ? left : LONGEST_PAUSE);
            stop.check();
            alive.run();
            left = Duration.between(clock.instant(), time);
        }
    }
}
