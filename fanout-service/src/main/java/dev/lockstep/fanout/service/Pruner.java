package dev.lockstep.fanout.service;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what the state store has kept long enough, once a day and soon after the start. */
final class Pruner implements Step {
    private static final Logger log = LoggerFactory.getLogger(Pruner.class);
    private static final Duration PERIOD = Duration.ofDays(1);

    private final StateStore state;
    private final Clock clock;
    private Instant due;

    Pruner(StateStore state, Clock clock) {
        this.state = state;
        this.clock = clock;
        this.due = clock.instant().plus(Duration.ofMinutes(5));
    }

    @Override
    public Outcome step() {
        Instant now = clock.instant();
        if (now.isBefore(due)) {
            return Outcome.IDLE;
        }
        due = now.plus(PERIOD);
        try {
            int removed = state.prune(now);
            log.info("Removed {} old rows from the state store.", removed);
        } catch (StateException e) {
            log.warn("Could not remove old rows: {}. It is tried again tomorrow.", e.getMessage());
        }
        return Outcome.WORKED;
    }
}
