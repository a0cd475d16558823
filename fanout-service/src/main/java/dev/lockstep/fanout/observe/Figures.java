package dev.lockstep.fanout.observe;

import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.control.PipelineStatus.ModelProgress;
import dev.lockstep.fanout.control.PipelineStatus.StreamStatus;
import dev.lockstep.fanout.registration.Registered;
import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.modelfile.Conflicts;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.FindingStore.OpenFindings;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateStore;
import dev.lockstep.state.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Puts the figures of all models together from the state store and the running pipeline; safe for many threads. */
@Component
public class Figures {
    private static final Set<String> PROVING = Set.of("verify", "check", "repair", "fill");
    private static final int RUNS_LOOKED_AT = 50;

    private static final DeleteStore.Counts NO_DELETES = new DeleteStore.Counts(0, 0);
    private static final TaskStore.Counts NO_TASKS = new TaskStore.Counts(0, 0);

    private final RegisteredModels models;
    private final StateStore state;
    private final PipelineStatus pipeline;

    Figures(RegisteredModels models, StateStore state, PipelineStatus pipeline) {
        this.models = models;
        this.state = state;
        this.pipeline = pipeline;
    }

    /** The figures of all models, by name, without their chains. */
    public List<ModelFigures> all() {
        Shared shared = shared();
        return models.all().stream().map(model -> of(model, shared)).toList();
    }

    /** The figures of one model, with its chains. */
    public ModelFigures of(Registered model) {
        return of(model, shared()).in(chains(model));
    }

    private record Shared(
            List<StreamStatus> streams,
            Map<String, Measurement> measurements,
            Map<String, OpenFindings> findings,
            Map<String, Long> deadLetters,
            Map<ModelName, DeleteStore.Counts> deletes,
            Map<ModelName, TaskStore.Counts> tasks) {}

    private Shared shared() {
        Map<String, Measurement> measurements = state.findings().measurements().stream()
                .collect(Collectors.toMap(
                        measured -> measured.model() + "." + measured.copy(), Function.identity(), (a, b) -> b));
        return new Shared(
                pipeline.streams(),
                measurements,
                state.findings().summary(),
                state.deadLetters().countOpen(),
                state.deletes().counts(),
                state.tasks().counts());
    }

    private ModelFigures of(Registered registered, Shared shared) {
        Optional<ModelProgress> progress = pipeline.model(registered.name());
        List<Run> runs = state.runs().list(Optional.of(registered.name()), 0, RUNS_LOOKED_AT);
        return new ModelFigures(
                registered,
                progress,
                registered.model().flatMap(model -> captureLag(model, shared.streams())),
                state.gaps().openOf(registered.name()),
                shared.deletes().getOrDefault(registered.name(), NO_DELETES),
                shared.tasks().getOrDefault(registered.name(), NO_TASKS),
                runs.stream().findFirst(),
                runs.stream()
                        .filter(run ->
                                PROVING.contains(run.kind()) && run.status().equals("SUCCEEDED"))
                        .map(Run::endedAt)
                        .filter(Objects::nonNull)
                        .map(Figures::present)
                        .max(Instant::compareTo),
                registered.model().stream()
                        .flatMap(model -> model.definitions().stream())
                        .map(copy -> of(copy, progress, shared))
                        .toList(),
                List.of());
    }

    private List<ChainFigures> chains(Registered registered) {
        List<Model> others = models.all().stream()
                .filter(other -> !other.name().equals(registered.name()))
                .flatMap(other -> other.model().stream())
                .toList();
        return registered.model().stream()
                .flatMap(model -> Conflicts.chains(model, others).stream())
                .map(chain -> new ChainFigures(
                        chain,
                        chain.stream()
                                .map(name -> freshness(new ModelName(name)))
                                .toList()))
                .toList();
    }

    /** The slowest copy definition's. */
    private Optional<Duration> freshness(ModelName model) {
        return pipeline.model(model).stream()
                .flatMap(progress -> progress.copies().values().stream())
                .flatMap(copy -> copy.freshnessP99().stream())
                .max(Duration::compareTo);
    }

    private static Instant present(@Nullable Instant instant) {
        return Objects.requireNonNull(instant);
    }

    private static CopyFigures of(CopyDefinition copy, Optional<ModelProgress> progress, Shared shared) {
        return new CopyFigures(
                copy,
                progress.map(all -> all.copies().get(copy.copy().name())),
                Optional.ofNullable(shared.measurements().get(copy.id())),
                Optional.ofNullable(shared.findings().get(copy.id())),
                shared.deadLetters().getOrDefault(copy.id(), 0L));
    }

    private static Optional<Duration> captureLag(Model model, List<StreamStatus> streams) {
        return streams.stream()
                .filter(stream -> stream.store().equals(model.source().at().store()))
                .map(StreamStatus::lag)
                .max(Duration::compareTo);
    }
}
