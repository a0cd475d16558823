package dev.lockstep.fanout.watch;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.DeadLetters;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.FindingStore;
import dev.lockstep.state.WaitingKeyStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/**
 * What every checker works with.
 *
 * @param check what a check needs
 * @param models the models as they run now
 * @param places where findings, dead letters and keys that must wait go
 * @param backoff how long to wait after a failure
 * @param signals who is told
 * @param clock for backoff and for {@code CONTESTED}
 */
public record CheckerParts(
        CheckParts check,
        Function<ModelName, Optional<ActiveModel>> models,
        Places places,
        Backoff backoff,
        Signals signals,
        Clock clock) {
    /** Where things go that a check cannot put right. */
    public record Places(FindingStore findings, DeadLetters deadLetters, WaitingKeyStore waiting) {}
}
