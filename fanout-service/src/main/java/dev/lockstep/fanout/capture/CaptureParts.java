package dev.lockstep.fanout.capture;

import dev.lockstep.fanout.checkpoint.Tracker;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.route.Destinations;
import dev.lockstep.fanout.route.Models;
import dev.lockstep.fanout.route.Router;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore;
import dev.lockstep.state.GapStore;
import dev.lockstep.state.LeaseStore;
import dev.lockstep.store.ChangeSource;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What every capture loop works with.
 *
 * @param source the streams of a store
 * @param models the models as they run now
 * @param router where changes go
 * @param destinations what is held in memory, for back-pressure
 * @param state what must survive
 * @param trackers makes the tracker of a newly opened partition
 * @param backoff how long to wait after a failure
 * @param clock for backoff, leases and lag
 * @param limits bounds
 */
public record CaptureParts(
        Function<StoreName, ChangeSource> source,
        Models models,
        Router router,
        Destinations destinations,
        State state,
        Supplier<Tracker> trackers,
        Backoff backoff,
        Clock clock,
        Limits limits) {
    /** The parts of the state store that capture needs. */
    public record State(CheckpointStore checkpoints, GapStore gaps, LeaseStore leases) {}

    /**
     * Bounds.
     *
     * @param owner this process, in leases
     * @param batch changes per poll, at most
     * @param inMemory changes and checks held in memory; above it nothing is read (P4)
     * @param pollWait how long a poll may wait for the first change
     * @param lease how long a partition's lease lasts
     * @param checkpointEvery how often the checkpoint is stored, at most
     */
    public record Limits(
            String owner, int batch, int inMemory, Duration pollWait, Duration lease, Duration checkpointEvery) {}
}
