package dev.lockstep.fanout.observe;

import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.control.PipelineStatus.StreamStatus;
import dev.lockstep.registry.ModelState;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The gauges that are computed from state: their tags are names of models, copies and stores, never keys. Ages and lags
 * are in seconds.
 */
@Component
class StateMeters {
    private static final Set<String> FAILING = Set.of("RETRYING", "AUTH_FAILED");

    private final Figures figures;
    private final PipelineStatus pipeline;
    private final Clock clock;
    private final MeterRegistry meters;
    private final Map<String, MultiGauge> gauges = new LinkedHashMap<>();

    StateMeters(Figures figures, PipelineStatus pipeline, Clock clock, MeterRegistry meters) {
        this.figures = figures;
        this.pipeline = pipeline;
        this.clock = clock;
        this.meters = meters;
    }

    @Scheduled(initialDelayString = "PT1S", fixedDelayString = "PT5S")
    void refresh() {
        List<ModelFigures> all = figures.all();
        Instant now = clock.instant();
        Map<String, List<Row<?>>> rows = new LinkedHashMap<>();
        NAMES.keySet().forEach(name -> rows.put(name, new ArrayList<>()));
        all.forEach(model -> model(model, now, rows));
        captureLag().forEach((store, lag) -> add(rows, "lockstep.capture.lag", Tags.of("store", store), lag));
        failing().forEach((store, count) -> add(rows, "lockstep.capture.failing", Tags.of("store", store), count));
        for (ModelState state : ModelState.values()) {
            long count = all.stream()
                    .filter(model -> model.registered().stored().state() == state)
                    .count();
            add(rows, "lockstep.models", Tags.of("state", state.name()), count);
        }
        rows.forEach((name, values) -> gauge(name).register(values, true));
    }

    private static final Map<String, String> NAMES = names();

    /** Each gauge and its description. */
    static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("lockstep.capture.lag", "Age of the oldest change that is not yet durable, in seconds");
        names.put("lockstep.capture.failing", "Partitions of streams that cannot be read now");
        names.put("lockstep.models", "Models by life cycle state");
        names.put("lockstep.backlog", "Changes and checks that wait or run, and keys that wait in the state store");
        names.put("lockstep.tasks", "Large fan-outs that are under way, by state");
        names.put("lockstep.drift.ratio", "Share of wrong copies in the newest measurement");
        names.put("lockstep.drift.ratio.low", "Lower end of its 95 % interval");
        names.put("lockstep.drift.ratio.high", "Upper end of its 95 % interval");
        names.put("lockstep.drift.findings", "Open findings");
        names.put("lockstep.drift.oldest.age", "Age of the oldest open finding, in seconds");
        names.put("lockstep.verified.through.age", "How long ago all copies were known right, in seconds");
        names.put("lockstep.repair.last.success.age", "How long ago a full check or repair succeeded, in seconds");
        names.put("lockstep.deadletters", "Open dead letters");
        names.put("lockstep.gaps", "Open gaps");
        names.put("lockstep.deletes.held", "Deletes of sources that are held until a person releases them");
        return names;
    }

    private void model(ModelFigures model, Instant now, Map<String, List<Row<?>>> rows) {
        Tags tags = Tags.of("model", model.registered().name().value());
        model.progress()
                .ifPresent(progress ->
                        add(rows, "lockstep.backlog", tags, progress.backlog() + (double) progress.waitingKeys()));
        model.verifiedThrough()
                .ifPresent(through -> add(rows, "lockstep.verified.through.age", tags, age(through, now)));
        model.lastRepair().ifPresent(at -> add(rows, "lockstep.repair.last.success.age", tags, age(at, now)));
        add(rows, "lockstep.gaps", tags, model.openGaps().size());
        add(rows, "lockstep.deletes.held", tags, model.deletes().held());
        add(rows, "lockstep.tasks", tags.and("state", "RUNNING"), model.tasks().running());
        add(rows, "lockstep.tasks", tags.and("state", "PAUSED"), model.tasks().paused());
        for (CopyFigures copy : model.copies()) {
            copy(copy, now, tags.and("copy", copy.definition().copy().name().value()), rows);
        }
    }

    private static void copy(CopyFigures copy, Instant now, Tags tags, Map<String, List<Row<?>>> rows) {
        add(rows, "lockstep.deadletters", tags, copy.deadLetters());
        copy.driftRatio().ifPresent(ratio -> add(rows, "lockstep.drift.ratio", tags, ratio));
        copy.measurement().ifPresent(measured -> {
            add(rows, "lockstep.drift.ratio.low", tags, measured.low());
            add(rows, "lockstep.drift.ratio.high", tags, measured.high());
        });
        add(
                rows,
                "lockstep.drift.findings",
                tags,
                copy.findings().map(open -> open.count()).orElse(0L));
        add(
                rows,
                "lockstep.drift.oldest.age",
                tags,
                copy.findings().map(open -> age(open.oldest(), now)).orElse(0.0));
    }

    private Map<String, Double> captureLag() {
        Map<String, Double> largest = new LinkedHashMap<>();
        for (StreamStatus stream : pipeline.streams()) {
            largest.merge(stream.store().value(), seconds(stream.lag()), Math::max);
        }
        return largest;
    }

    private Map<String, Integer> failing() {
        Map<String, Integer> count = new LinkedHashMap<>();
        for (StreamStatus stream : pipeline.streams()) {
            count.merge(stream.store().value(), FAILING.contains(stream.state()) ? 1 : 0, Integer::sum);
        }
        return count;
    }

    private MultiGauge gauge(String name) {
        return gauges.computeIfAbsent(
                name,
                n -> MultiGauge.builder(n)
                        .description(NAMES.getOrDefault(n, ""))
                        .register(meters));
    }

    private static void add(Map<String, List<Row<?>>> rows, String name, Tags tags, double value) {
        rows.getOrDefault(name, new ArrayList<>()).add(Row.of(tags, value));
    }

    private static double age(Instant at, Instant now) {
        return Math.max(0, seconds(Duration.between(at, now)));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
