package dev.lockstep.fanout.sample;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.Settled;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Registry;
import dev.lockstep.state.FindingStore;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the sampler works with.
 *
 * @param check the same parts that the pipeline's own checks use
 * @param models the models as they run now
 * @param findings where findings and measurements are kept
 * @param settled whether the fan-out of a model has caught up
 * @param clock the time
 * @param grace time between two looks at a difference
 */
public record SamplerParts(
        CheckParts check,
        Supplier<Registry> models,
        FindingStore findings,
        Function<ActiveModel, Settled> settled,
        Clock clock,
        Duration grace) {}
