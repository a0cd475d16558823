package dev.lockstep.repair.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks a run to end early. Not an interrupt: an interrupted file channel would close the state store's file under other
 * threads.
 */
public final class Stop {
    private final CountDownLatch asked = new CountDownLatch(1);

    /** Asks; from any thread. */
    public void ask() {
        asked.countDown();
    }

    /** True once somebody asked. */
    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Waits so long, or until somebody asks. */
    public void pause(Duration time) {
        await(time);
    }

    void await(Duration time) {
        try {
            if (time.isNegative() || time.isZero()) {
                return;
            }
            asked.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            asked.countDown();
            Thread.currentThread().interrupt();
        }
    }

    /** Throws {@link Stopped} once somebody asked. */
    void check() {
        if (isAsked()) {
            throw new Stopped();
        }
    }

    /** The run was asked to end. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("the run was stopped; what it had written stays, and is right");
        }
    }
}
