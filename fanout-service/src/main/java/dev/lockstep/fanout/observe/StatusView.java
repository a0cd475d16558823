package dev.lockstep.fanout.observe;

import dev.lockstep.fanout.control.PipelineStatus.CopyProgress;
import dev.lockstep.fanout.control.PipelineStatus.ModelProgress;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Copy.Slo;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Model;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.RunStore.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a model as the API and the page show them. Times are in UTC; what ends in {@code Ms} is in
 * milliseconds; what is not known is left out.
 *
 * @param state life cycle state
 * @param stateReason why it is in this state
 * @param source {@code store/collection}
 * @param captureLagMs the largest lag of the source store's streams
 * @param backlog source changes and checks that wait or run
 * @param waitingKeys keys that wait in the state store
 * @param deletesWaiting deletes of sources that are not yet due or not yet carried out
 * @param deletesHeld those that wait for a person, see POST release-deletes
 * @param tasks large fan-outs that are under way, see GET /tasks
 * @param tasksPaused those that a person has paused
 * @param chains chains of models that this one is part of; empty in lists of all models
 * @param verifiedThrough all copies are known right up to here; left out while that was never so
 */
public record StatusView(
        String model,
        @Nullable String description,
        @Nullable String owner,
        String state,
        @Nullable String stateReason,
        int revision,
        @Nullable String source,
        @Nullable Long captureLagMs,
        @Nullable Long backlog,
        @Nullable Long waitingKeys,
        @Nullable Long foreignWrites,
        @Nullable Long contested,
        long deadLetters,
        long deletesWaiting,
        long deletesHeld,
        long tasks,
        long tasksPaused,
        List<OpenGap> openGaps,
        @Nullable Instant verifiedThrough,
        @Nullable LastRun lastRun,
        List<CopyStatus> copies,
        List<Chain> chains) {

    /**
     * A chain of models, each of whose copies are the next one's sources.
     *
     * @param p99Ms the sum over the hops of the 99th percentile of the slowest copy definition's freshness; left out
     *     until each hop has a figure
     */
    public record Chain(List<String> models, @Nullable Long p99Ms) {}

    /** A gap that is open. */
    public record OpenGap(
            long id,
            String store,
            String partition,
            @Nullable Instant from,
            String reason,
            Instant openedAt) {}

    /** The newest run of a model. */
    public record LastRun(long id, String kind, String status, long scanned, String url) {}

    /**
     * One copy definition.
     *
     * @param history the 99th percentile of freshness over the last ten minutes, oldest first, a point every 5 s; null
     *     stands for a time without changes
     */
    public record CopyStatus(
            String copy,
            String at,
            String strategy,
            String mode,
            List<Field> fields,
            Freshness freshness,
            List<@Nullable Long> history,
            @Nullable Long applied,
            @Nullable Long failed,
            @Nullable Long checkedEqual,
            @Nullable Long checkedFixed,
            @Nullable Drift drift,
            @Nullable Double driftObjective,
            long findings,
            @Nullable Instant oldestFinding,
            long deadLetters,
            @Nullable Instant verifiedThrough) {}

    /** A registered field and what it is made of. */
    public record Field(String copy, String source) {}

    /**
     * Source commit to last copy durable, over about five minutes.
     *
     * @param objectiveMs the model's objective for 99 % of changes
     * @param met whether it is met; left out without changes or objective
     */
    public record Freshness(
            @Nullable Long p50Ms,
            @Nullable Long p99Ms,
            @Nullable Long objectiveMs,
            @Nullable Boolean met) {}

    /** The newest drift measurement: the share of wrong copies with its 95 % interval. */
    public record Drift(double ratio, double low, double high, long compared, long wrong, boolean full, Instant at) {}

    /** The view of these figures. */
    public static StatusView of(ModelFigures figures, FreshnessHistory history) {
        Optional<Model> model = figures.registered().model();
        var stored = figures.registered().stored();
        Optional<ModelProgress> progress = figures.progress();
        return new StatusView(
                stored.name().value(),
                model.map(Model::description).orElse(null),
                model.map(Model::owner).orElse(null),
                stored.state().name(),
                stored.stateReason(),
                stored.revision(),
                model.map(known -> known.source().at().toString()).orElse(null),
                figures.captureLag().map(Duration::toMillis).orElse(null),
                progress.map(ModelProgress::backlog).orElse(null),
                progress.map(ModelProgress::waitingKeys).orElse(null),
                progress.map(ModelProgress::foreignWrites).orElse(null),
                progress.map(ModelProgress::contested).orElse(null),
                figures.deadLetters(),
                figures.deletes().waiting(),
                figures.deletes().held(),
                figures.tasks().running(),
                figures.tasks().paused(),
                figures.openGaps().stream().map(StatusView::gap).toList(),
                figures.verifiedThrough().orElse(null),
                figures.lastRun().map(StatusView::run).orElse(null),
                figures.copies().stream().map(copy -> copy(copy, history)).toList(),
                figures.chains().stream()
                        .map(chain -> new Chain(
                                chain.models(),
                                chain.sum().map(Duration::toMillis).orElse(null)))
                        .toList());
    }

    private static OpenGap gap(Gap gap) {
        return new OpenGap(gap.id(), gap.store().value(), gap.partition(), gap.from(), gap.reason(), gap.openedAt());
    }

    private static LastRun run(Run run) {
        return new LastRun(run.id(), run.kind(), run.status(), run.scanned(), "/api/v1/repair-runs/" + run.id());
    }

    private static CopyStatus copy(CopyFigures figures, FreshnessHistory history) {
        Copy copy = figures.definition().copy();
        Optional<CopyProgress> progress = figures.progress();
        Optional<Slo> slo = Optional.ofNullable(copy.slo());
        return new CopyStatus(
                copy.name().value(),
                copy.at().toString(),
                lower(copy.strategy()),
                lower(copy.mode()),
                copy.fields().stream().map(StatusView::field).toList(),
                freshness(progress, slo.map(Slo::freshness)),
                history.of(figures.definition().model().name(), copy.name()).stream()
                        .map(StatusView::milliseconds)
                        .toList(),
                progress.map(CopyProgress::applied).orElse(null),
                progress.map(CopyProgress::failed).orElse(null),
                progress.map(CopyProgress::checkedEqual).orElse(null),
                progress.map(CopyProgress::checkedFixed).orElse(null),
                figures.measurement().map(measured -> drift(figures, measured)).orElse(null),
                slo.map(Slo::drift).orElse(null),
                figures.findings().map(open -> open.count()).orElse(0L),
                figures.findings().map(open -> open.oldest()).orElse(null),
                figures.deadLetters(),
                figures.measurement().map(Measurement::verifiedThrough).orElse(null));
    }

    /** A field rule as it stands in the model file. */
    public static Field field(FieldRule rule) {
        return new Field(
                rule.target().toString(),
                rule.from()
                        .wholeVariable()
                        .map(Object::toString)
                        .orElse(rule.from().toString()));
    }

    private static Freshness freshness(Optional<CopyProgress> progress, Optional<Duration> objective) {
        Optional<Duration> p99 = progress.flatMap(CopyProgress::freshnessP99);
        return new Freshness(
                progress.flatMap(CopyProgress::freshnessP50)
                        .map(Duration::toMillis)
                        .orElse(null),
                p99.map(Duration::toMillis).orElse(null),
                objective.map(Duration::toMillis).orElse(null),
                p99.flatMap(measured -> objective.map(allowed -> measured.compareTo(allowed) <= 0))
                        .orElse(null));
    }

    private static @Nullable Long milliseconds(Optional<Duration> duration) {
        return duration.map(Duration::toMillis).orElse(null);
    }

    private static Drift drift(CopyFigures figures, Measurement measured) {
        return new Drift(
                figures.driftRatio().orElse(0.0),
                measured.low(),
                measured.high(),
                measured.compared(),
                measured.wrong(),
                measured.full(),
                measured.at());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
