package dev.lockstep.fanout.observe;

import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.control.PipelineStatus.CopyProgress;
import dev.lockstep.fanout.registration.Registered;
import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The 99th percentile of freshness over the last ten minutes, one point every five seconds, kept in memory. */
@Component
public class FreshnessHistory {
    private static final int POINTS = 120;

    private record Line(ModelName model, CopyName copy) {}

    private final RegisteredModels models;
    private final PipelineStatus pipeline;
    private final Map<Line, Deque<Optional<Duration>>> lines = new HashMap<>();

    FreshnessHistory(RegisteredModels models, PipelineStatus pipeline) {
        this.models = models;
        this.pipeline = pipeline;
    }

    /** The points of a copy definition, oldest first; an empty one stands for a time without changes. */
    public synchronized List<Optional<Duration>> of(ModelName model, CopyName copy) {
        return new ArrayList<>(lines.getOrDefault(new Line(model, copy), new ArrayDeque<>()));
    }

    @Scheduled(initialDelayString = "PT5S", fixedRateString = "PT5S")
    void record() {
        record(models.all());
    }

    private synchronized void record(List<Registered> all) {
        Set<Line> seen = new HashSet<>();
        for (Registered registered : all) {
            pipeline.model(registered.name())
                    .ifPresent(progress -> progress.copies().forEach((copy, figures) -> {
                        Line line = new Line(registered.name(), copy);
                        seen.add(line);
                        append(line, figures);
                    }));
        }
        lines.keySet().retainAll(seen);
    }

    private void append(Line line, CopyProgress figures) {
        Deque<Optional<Duration>> points = lines.computeIfAbsent(line, l -> new ArrayDeque<>());
        points.addLast(figures.freshnessP99());
        if (points.size() > POINTS) {
            points.removeFirst();
        }
    }
}
