package dev.lockstep.drift;

import java.time.Instant;

/**
 * Whether the fan-out has caught up: a difference that is older than what the fan-out has made durable is drift, a
 * younger one may still be lag and is looked at again. It only delays: what still is the same at the last look is
 * drift.
 */
@FunctionalInterface
public interface Settled {
    /** True when everything that was committed before this time has reached its copies, or never will by itself. */
    boolean upTo(Instant time);

    /** For copies that no fan-out writes: the grace period alone decides. */
    static Settled always() {
        return time -> true;
    }
}
