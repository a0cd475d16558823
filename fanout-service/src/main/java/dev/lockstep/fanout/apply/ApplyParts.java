package dev.lockstep.fanout.apply;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.DeadLetters;
import dev.lockstep.fanout.failure.StoreCalls;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.route.Destinations;
import dev.lockstep.fanout.route.Models;
import java.time.Clock;

/**
 * What every applier works with.
 *
 * @param stores where sources are read and copies written
 * @param models the models as they run now
 * @param destinations the lanes that give out keys, and where keys wait that cannot be applied now
 * @param projector what an event write carries
 * @param failures what happens when a store says no
 * @param signals who is told
 * @param clock for backoff only
 */
public record ApplyParts(
        CheckParts.Access stores,
        Models models,
        Destinations destinations,
        Projector projector,
        Failures failures,
        Signals signals,
        Clock clock) {
    /** What happens when a store says no. */
    public record Failures(StoreCalls calls, Backoff backoff, DeadLetters deadLetters) {}
}
