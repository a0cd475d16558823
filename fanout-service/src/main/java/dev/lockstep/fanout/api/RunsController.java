package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateStore;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Long operations: fills, checks, repair runs. */
@RestController
class RunsController {
    private final StateStore state;
    private final RegisteredModels models;

    RunsController(StateStore state, RegisteredModels models) {
        this.state = state;
        this.models = models;
    }

    /** A run as shown; {@code report} is set at its end. */
    record RunView(
            long id,
            String model,
            String kind,
            String status,
            long scanned,
            long found,
            long fixed,
            long skipped,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String report) {
        static RunView of(Run run) {
            return new RunView(
                    run.id(),
                    run.model().value(),
                    run.kind(),
                    run.status(),
                    run.scanned(),
                    run.found(),
                    run.fixed(),
                    run.skipped(),
                    run.startedAt(),
                    run.endedAt(),
                    run.report());
        }
    }

    @Operation(summary = "Fills, checks and repair runs, newest first")
    @GetMapping("/api/v1/repair-runs")
    Page<RunView> runs(
            @RequestParam(required = false) @Nullable String model,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        return Paging.page(
                state.runs()
                        .list(
                                Optional.ofNullable(model)
                                        .map(name -> models.requireEver(name).name()),
                                Paging.number(cursor),
                                Paging.limit(limit) + 1),
                limit,
                RunView::of,
                Run::id);
    }

    @Operation(summary = "One run")
    @GetMapping("/api/v1/repair-runs/{id}")
    RunView run(@PathVariable long id) {
        return state.runs()
                .find(id)
                .map(RunView::of)
                .orElseThrow(() -> Refused.notFound("There is no run " + id + "."));
    }
}
