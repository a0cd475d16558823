package dev.lockstep.fanout.observe;

import dev.lockstep.registry.Copy;
import dev.lockstep.state.StateException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/**
 * OUT_OF_DATE while a model's copies were not proved right for twice its {@code repair.full}: something that a person
 * should see to, and no reason to restart anything. Not part of liveness or readiness. Named {@code repairs}.
 */
@Component("repairs")
class RepairsHealthIndicator implements HealthIndicator {
    static final Status OUT_OF_DATE = new Status("OUT_OF_DATE", "a repair is overdue");

    private final Figures figures;
    private final Clock clock;

    RepairsHealthIndicator(Figures figures, Clock clock) {
        this.figures = figures;
        this.clock = clock;
    }

    @Override
    public Health health() {
        try {
            Instant now = clock.instant();
            long overdue = figures.all().stream()
                    .filter(model -> isOverdue(model, now))
                    .count();
            return overdue == 0
                    ? Health.up().build()
                    : Health.status(OUT_OF_DATE).withDetail("models", overdue).build();
        } catch (StateException e) {
            return Health.unknown().build();
        }
    }

    /** A model that was never proved counts from its registration, or its newest change. */
    static boolean isOverdue(ModelFigures model, Instant now) {
        Optional<Duration> full = model.copies().stream()
                .map(copy -> copy.definition().copy().repair())
                .filter(Objects::nonNull)
                .map(Copy.RepairPlan::full)
                .filter(Objects::nonNull)
                .min(Duration::compareTo);
        Instant since =
                model.verifiedThrough().orElse(model.registered().stored().updatedAt());
        return full.filter(every -> since.plus(every.multipliedBy(2)).isBefore(now))
                .isPresent();
    }
}
