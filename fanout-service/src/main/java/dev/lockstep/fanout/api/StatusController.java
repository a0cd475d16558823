package dev.lockstep.fanout.api;

import dev.lockstep.fanout.observe.Figures;
import dev.lockstep.fanout.observe.FreshnessHistory;
import dev.lockstep.fanout.observe.StatusView;
import dev.lockstep.fanout.registration.RegisteredModels;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The figures of one model. */
@RestController
class StatusController {
    private final RegisteredModels models;
    private final Figures figures;
    private final FreshnessHistory history;

    StatusController(RegisteredModels models, Figures figures, FreshnessHistory history) {
        this.models = models;
        this.figures = figures;
        this.history = history;
    }

    @Operation(summary = "Lag, freshness, backlog, drift, verified-through of one model")
    @GetMapping("/api/v1/models/{model}/status")
    StatusView status(@PathVariable String model) {
        return StatusView.of(figures.of(models.require(model)), history);
    }
}
