package dev.lockstep.fanout.pipeline;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.drift.Nonces;
import dev.lockstep.fanout.apply.Projector;
import dev.lockstep.fanout.checkpoint.LowWaterTracker;
import dev.lockstep.fanout.checkpoint.Tracker;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.Breakers;
import dev.lockstep.fanout.failure.StoreCalls;
import dev.lockstep.fanout.lanes.Merging;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.watch.WatchRule;
import dev.lockstep.fanout.watch.Watching;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.value.Value;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The collaborators of the pipeline. Production takes {@link Rules#production}; an exploration replaces one of them at
 * a time to see that the rules need it.
 *
 * @param stores sources and copies
 * @param changes streams of a store
 * @param state the state store
 * @param texts reads what the state store keeps as text
 * @param rules how the engine's rules are kept
 * @param failing what happens when a store says no
 * @param signals who is told
 * @param clock for leases, backoff and lag; never for a label
 * @param limits bounds
 */
public record Wiring(
        CheckParts.Access stores,
        Function<StoreName, ChangeSource> changes,
        StateStore state,
        Texts texts,
        Rules rules,
        Failing failing,
        Signals signals,
        Clock clock,
        Limits limits) {
    /** Reads stored definitions and canonical key text. */
    public record Texts(Function<String, Optional<Model>> models, Function<String, Value> values) {}

    /**
     * How the engine's rules are kept.
     *
     * @param merging how waiting changes of a key become one
     * @param trackers what is durable (R2)
     * @param watch which changes of copies are checked (R3)
     * @param projector what an event write carries (R1)
     * @param nonces for labels of checks (R3)
     * @param newest what a check knows of captured versions (R3)
     */
    public record Rules(
            Merging merging,
            Supplier<Tracker> trackers,
            WatchRule watch,
            Projector projector,
            Nonces nonces,
            UnaryOperator<NewestCaptured> newest) {
        /** The rules of production; the label attribute's name is {@code labelPrefix}. */
        public static Rules production(String labelPrefix) {
            return new Rules(
                    Merging.newestImage(),
                    LowWaterTracker::new,
                    Watching.ownWrites(labelPrefix),
                    (definition, key, source) -> Projection.of(definition.copy(), source),
                    Nonces.random(),
                    UnaryOperator.identity());
        }
    }

    /** What happens when a store says no. */
    public record Failing(StoreCalls calls, Backoff backoff) {
        /** Circuit breakers and exponential backoff. */
        public static Failing production() {
            return new Failing(new Breakers(), Backoff.exponential());
        }
    }
}
