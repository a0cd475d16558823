package dev.lockstep.fanout.deletes;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.DeadLetters;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.route.Models;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.value.Value;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What deletes that are due work with.
 *
 * @param check stores, and what a check needs
 * @param models the models as they run now
 * @param covered true when capture of a model is on
 * @param deletes the deletes that wait
 * @param keys reads canonical key text
 * @param outputs who is told, and where copies go that cannot be written
 * @param backoff how long to wait after a failure
 * @param clock says what is due
 * @param page copies counted per look-up
 * @param most copies of one model that deletes may change within an hour; above it they are held
 */
public record DeleteParts(
        CheckParts check,
        Models models,
        Predicate<ActiveModel> covered,
        DeleteStore deletes,
        Function<String, Value> keys,
        Outputs outputs,
        Backoff backoff,
        Clock clock,
        int page,
        long most) {
    /** Who is told, and where copies go that cannot be written. */
    public record Outputs(Signals signals, DeadLetters deadLetters) {}
}
