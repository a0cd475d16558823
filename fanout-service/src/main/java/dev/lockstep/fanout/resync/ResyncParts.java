package dev.lockstep.fanout.resync;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.apply.Projector;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.DeadLetters;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.route.Models;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.state.StateStore;
import java.time.Clock;
import java.util.function.Predicate;

/**
 * What fills, full checks and waiting keys work with.
 *
 * @param check what a check needs, and access to stores
 * @param models the models as they run now
 * @param covered true when capture of a model is on, so that whatever changes from now on will be captured
 * @param state runs, gaps, waiting keys, findings
 * @param outputs who is told, and where copies go that cannot be written
 * @param projector what a fill writes
 * @param backoff how long to wait after a failure
 * @param clock for times of runs
 * @param page records per step, at most
 */
public record ResyncParts(
        CheckParts check,
        Models models,
        Predicate<ActiveModel> covered,
        StateStore state,
        Outputs outputs,
        Projector projector,
        Backoff backoff,
        Clock clock,
        int page) {
    /** Who is told, and where copies go that cannot be written. */
    public record Outputs(Signals signals, DeadLetters deadLetters) {}
}
