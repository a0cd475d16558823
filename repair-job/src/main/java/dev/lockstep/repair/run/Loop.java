package dev.lockstep.repair.run;

import dev.lockstep.repair.command.Blackout;
import dev.lockstep.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Drives step machines: the one place that waits. Steps that a store could not serve are made again for a while. */
final class Loop {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration WHILE_THROTTLED = Duration.ofMinutes(10);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final Clock clock;
    private final Stop stop;
    private final Runnable alive;
    private final List<Blackout> blackouts;

    /** @param alive called between waits of a few seconds, to say that the run is not dead */
    Loop(RunParts parts, Runnable alive) {
        this.clock = parts.clock();
        this.stop = parts.stop();
        this.alive = alive;
        this.blackouts = parts.command().blackouts();
    }

    /**
     * Makes one step, again if the store asks for less or is away for a moment; throws the StoreException when it stays
     * so. A store that asks for less is given much more time: others need it now. Rests through blackout windows.
     */
    <T> T step(Supplier<T> step) {
        rest();
        Instant begun = clock.instant();
        Duration pause = FIRST_PAUSE;
        while (true) {
            stop.check();
            try {
                return step.get();
            } catch (StoreException e) {
                Duration patience = patience(e);
                if (clock.instant().isAfter(begun.plus(patience)) || patience.isZero()) {
                    throw e;
                }
                stop.await(pause);
                alive.run();
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        }
    }

    private static Duration patience(StoreException failure) {
        return switch (failure.kind()) {
            case THROTTLED -> WHILE_THROTTLED;
            case TRANSIENT -> PATIENCE;
            default -> Duration.ZERO;
        };
    }

    private void rest() {
        for (Blackout window : blackouts) {
            window.until(clock.instant()).ifPresent(this::waitUntil);
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
