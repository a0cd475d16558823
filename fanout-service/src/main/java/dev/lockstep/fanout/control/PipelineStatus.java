package dev.lockstep.fanout.control;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Figures of the running pipeline since its start; cheap, never blocks on a store. */
public interface PipelineStatus {
    /** Progress of one model; empty when it does not run here. */
    Optional<ModelProgress> model(ModelName model);

    /** The streams of all stores. */
    List<StreamStatus> streams();

    /** The newest fan-outs that reached their copies, newest first. */
    List<RecentFanout> recent(int most);

    /**
     * Progress of a model.
     *
     * @param backlog source changes and checks that wait or run
     * @param waitingKeys keys that wait in the state store (paused, broken, store down)
     */
    record ModelProgress(
            long backlog, long waitingKeys, long foreignWrites, long contested, Map<CopyName, CopyProgress> copies) {}

    /**
     * Progress of a copy definition.
     *
     * @param freshnessP50 source commit to last copy durable, median of about the last 5 minutes; empty without changes
     * @param freshnessP99 the 99th percentile of the same
     */
    record CopyProgress(
            Optional<Duration> freshnessP50,
            Optional<Duration> freshnessP99,
            long applied,
            long failed,
            long checkedEqual,
            long checkedFixed) {}

    /**
     * A stream partition.
     *
     * @param state STARTING, RUNNING, BACKPRESSURE, STANDBY (another instance owns it), RETRYING, AUTH_FAILED, STOPPED
     * @param detail for people: who owns it, the last failure
     * @param lag now minus commit time of the oldest change not yet durable; zero when all is durable
     * @param durableUpTo the store's time up to which all changes are durable
     */
    record StreamStatus(
            StoreName store,
            String partition,
            String state,
            String detail,
            Duration lag,
            Optional<Instant> durableUpTo,
            Optional<String> checkpoint) {}

    /** A fan-out that reached all its copies: when its change was committed and when the last copy was durable. */
    record RecentFanout(
            ModelName model, CopyName copy, SourceKey key, long applied, Instant committedAt, Instant durableAt) {}
}
