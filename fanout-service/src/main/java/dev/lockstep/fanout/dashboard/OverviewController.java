package dev.lockstep.fanout.dashboard;

import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.fanout.control.PipelineStatus.RecentFanout;
import dev.lockstep.fanout.control.PipelineStatus.StreamStatus;
import dev.lockstep.fanout.observe.Figures;
import dev.lockstep.fanout.observe.FreshnessHistory;
import dev.lockstep.fanout.observe.StatusView;
import dev.lockstep.fanout.observe.StoreStates;
import dev.lockstep.fanout.observe.StoreStates.StoreState;
import dev.lockstep.fanout.observe.TaskView;
import dev.lockstep.fanout.problem.Problems;
import dev.lockstep.fanout.registration.ModelFolder;
import dev.lockstep.modelfile.KeyPath;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.StoreDescription;
import io.swagger.v3.oas.annotations.Hidden;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the page asks for every two seconds. */
@Hidden
@RestController
class OverviewController {
    private static final int RECENT = 12;

    private final Figures figures;
    private final FreshnessHistory history;
    private final StoreStates stores;
    private final PipelineStatus pipeline;
    private final ModelFolder folder;
    private final StateStore state;
    private final Clock clock;
    private final Instant startedAt;

    OverviewController(
            Figures figures,
            FreshnessHistory history,
            StoreStates stores,
            PipelineStatus pipeline,
            ModelFolder folder,
            StateStore state,
            Clock clock) {
        this.figures = figures;
        this.history = history;
        this.stores = stores;
        this.pipeline = pipeline;
        this.folder = folder;
        this.state = state;
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    @GetMapping("/api/v1/overview")
    Overview overview() {
        Instant now = clock.instant();
        return new Overview(
                now,
                startedAt,
                figures.all().stream()
                        .map(model -> StatusView.of(model, history))
                        .toList(),
                stores.all().stream().map(OverviewController::store).toList(),
                pipeline.streams().stream().map(OverviewController::stream).toList(),
                state.models().writesPaused(),
                state.tasks().page(0, RECENT).stream()
                        .map(task -> TaskView.of(task, now))
                        .toList(),
                pipeline.recent(RECENT).stream().map(OverviewController::recent).toList(),
                folder.notApplied().stream()
                        .map(file -> new Overview.File(file.file(), Problems.violations(file.problems())))
                        .toList());
    }

    private static Overview.Store store(StoreState store) {
        return new Overview.Store(
                store.name().value(),
                store.kind(),
                store.connection().name(),
                store.detail(),
                store.description().map(StoreDescription::product).orElse(null),
                store.description().map(StoreDescription::imitation).orElse(false));
    }

    private static Overview.Stream stream(StreamStatus stream) {
        return new Overview.Stream(
                stream.store().value(),
                stream.partition(),
                stream.state(),
                stream.detail(),
                stream.lag().toMillis(),
                stream.durableUpTo().orElse(null));
    }

    private static Overview.Recent recent(RecentFanout fanout) {
        return new Overview.Recent(
                fanout.model().value(),
                fanout.copy().value(),
                KeyPath.format(fanout.key()),
                fanout.applied(),
                fanout.durableAt(),
                Math.max(
                        0,
                        Duration.between(fanout.committedAt(), fanout.durableAt())
                                .toMillis()));
    }
}
