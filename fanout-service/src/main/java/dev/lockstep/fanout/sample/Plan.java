package dev.lockstep.fanout.sample;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelState;
import java.time.Duration;
import java.util.Objects;

/** Which copy definitions are sampled, how often, and how large a sample is. */
final class Plan {
    private static final Duration USUAL_PERIOD = Duration.ofMinutes(1);
    private static final int USUAL_SIZE = 500;
    private static final int LARGEST = 1_000;

    private Plan() {}

    /**
     * Only where differences are not expected anyway: a paused, broken or filling model has them by design. A model
     * that was never verified is measured, because until the repair job has run that is all that is known of it.
     */
    static boolean isMeasured(ActiveModel active) {
        return active.state() == ModelState.ACTIVE || active.state() == ModelState.UNVERIFIED;
    }

    static Duration period(CopyDefinition definition) {
        Copy.RepairPlan plan = definition.copy().repair();
        return plan == null ? USUAL_PERIOD : Objects.requireNonNullElse(plan.sampleEvery(), USUAL_PERIOD);
    }

    static int size(CopyDefinition definition) {
        Copy.RepairPlan plan = definition.copy().repair();
        int wanted = plan == null ? USUAL_SIZE : Objects.requireNonNullElse(plan.sampleSize(), USUAL_SIZE);
        return Math.min(LARGEST, wanted);
    }
}
