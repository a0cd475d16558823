package dev.lockstep.fanout.resync;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Tells when a fill or full check of a model may begin: capture must be on. Where a look-up lags it must have been on
 * for as long as second checks wait (rule R4), for nothing tells of a copy that was inserted before, and an event write
 * may miss it until its index shows it; checked any later, it is right from then on.
 */
public final class Settled implements Predicate<ActiveModel> {
    private final Function<ActiveModel, Optional<Instant>> coversSince;
    private final Predicate<CopyDefinition> lags;
    private final Duration wait;
    private final Clock clock;

    /** Models with look-ups that lag may begin {@code wait} after capture of them did. */
    public Settled(
            Function<ActiveModel, Optional<Instant>> coversSince,
            Predicate<CopyDefinition> lags,
            Duration wait,
            Clock clock) {
        this.coversSince = coversSince;
        this.lags = lags;
        this.wait = wait;
        this.clock = clock;
    }

    @Override
    public boolean test(ActiveModel active) {
        Optional<Instant> since = coversSince.apply(active);
        return since.isPresent()
                && (!clock.instant().isBefore(since.get().plus(wait))
                        || active.model().streamed().stream().noneMatch(lags));
    }
}
