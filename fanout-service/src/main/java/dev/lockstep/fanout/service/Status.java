package dev.lockstep.fanout.service;

import dev.lockstep.fanout.capture.PartitionStatus;
import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.WaitingKeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the figures together. */
final class Status implements PipelineStatus {
    private final Pipeline pipeline;
    private final Meters meters;
    private final WaitingKeyStore waiting;
    private final Clock clock;

    Status(Pipeline pipeline, Meters meters, WaitingKeyStore waiting, Clock clock) {
        this.pipeline = pipeline;
        this.meters = meters;
        this.waiting = waiting;
        this.clock = clock;
    }

    @Override
    public Optional<ModelProgress> model(ModelName model) {
        return pipeline.models().find(model).map(this::progress);
    }

    private ModelProgress progress(ActiveModel active) {
        Map<CopyName, CopyProgress> copies = new LinkedHashMap<>();
        long foreign = 0;
        long contested = 0;
        for (CopyDefinition definition : active.model().definitions()) {
            copies.put(definition.copy().name(), meters.progress(definition));
            foreign += meters.foreignWrites(definition);
            contested += meters.contestedCopies(definition);
        }
        long backlog = pipeline.destinations().lanes().size(active.name())
                + pipeline.destinations().checks().size(active.name());
        return new ModelProgress(
                backlog, waiting.due(clock.instant()).getOrDefault(active.name(), 0L), foreign, contested, copies);
    }

    @Override
    public List<StreamStatus> streams() {
        List<StreamStatus> streams = new ArrayList<>();
        pipeline.captures()
                .status()
                .forEach((store, partitions) ->
                        partitions.forEach((name, status) -> streams.add(stream(store, name, status))));
        return streams;
    }

    private StreamStatus stream(StoreName store, String name, PartitionStatus status) {
        Instant now = clock.instant();
        Duration lag = status.oldestWaiting()
                .map(oldest -> Duration.between(oldest, now))
                .filter(age -> !age.isNegative())
                .orElse(Duration.ZERO);
        return new StreamStatus(
                store,
                name,
                status.state().name(),
                status.detail(),
                lag,
                status.durableUpTo(),
                status.checkpoint().map(point -> point.token()));
    }

    @Override
    public List<RecentFanout> recent(int most) {
        return meters.recent(most);
    }
}
