package dev.lockstep.drift;

import java.time.Duration;

/**
 * When a difference counts as drift.
 *
 * @param grace time between two looks at a suspect; longer than the fan-out usually takes, not negative
 * @param mostLooks looks at one copy before it is given up as moving, at least 2
 * @param settled whether the fan-out has caught up
 * @param followed true when events of the source are being applied, so that a label of this epoch is current
 */
public record DetectionRules(Duration grace, int mostLooks, Settled settled, boolean followed) {
    private static final int USUAL_LOOKS = 5;

    public DetectionRules {
        if (grace.isNegative() || mostLooks < 2) {
            throw new IllegalArgumentException(
                    "a grace period is not negative and there are at least 2 looks, but were " + grace + " and "
                            + mostLooks);
        }
    }

    /** The grace period alone decides. */
    public static DetectionRules after(Duration grace) {
        return new DetectionRules(grace, USUAL_LOOKS, Settled.always(), true);
    }

    /** The same, but asking whether the fan-out has caught up. */
    public DetectionRules when(Settled caughtUp, boolean streamIsFollowed) {
        return new DetectionRules(grace, mostLooks, caughtUp, streamIsFollowed);
    }
}
