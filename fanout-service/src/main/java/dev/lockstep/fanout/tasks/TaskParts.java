package dev.lockstep.fanout.tasks;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.apply.Projector;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.DeadLetters;
import dev.lockstep.fanout.failure.StoreCalls;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.route.Destinations;
import dev.lockstep.fanout.route.Models;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.state.TaskStore;
import dev.lockstep.value.Value;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What large fan-outs work with.
 *
 * @param stores where sources are read and copies written
 * @param models the models as they run now
 * @param covered true when capture of a model is on
 * @param tasks the tasks
 * @param destinations where a key goes that is to be checked, or was deleted
 * @param projector what an event write carries
 * @param keys reads canonical key text
 * @param failures what happens when a store says no
 * @param signals who is told
 * @param clock for backoff only
 */
public record TaskParts(
        CheckParts.Access stores,
        Models models,
        Predicate<ActiveModel> covered,
        TaskStore tasks,
        Destinations destinations,
        Projector projector,
        Function<String, Value> keys,
        Failures failures,
        Signals signals,
        Clock clock) {
    /** What happens when a store says no. */
    public record Failures(StoreCalls calls, Backoff backoff, DeadLetters deadLetters) {}
}
