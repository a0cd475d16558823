package dev.lockstep.fanout.api;

import dev.lockstep.fanout.registration.Planner;
import dev.lockstep.modelfile.Format;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What registering a model would do. */
@RestController
class PlansController {
    private final Planner planner;

    PlansController(Planner planner) {
        this.planner = planner;
    }

    @Operation(summary = "Validate a model, prove its access paths and estimate its cost; writes nothing")
    @PostMapping(path = "/api/v1/plans", consumes = MediaType.APPLICATION_JSON_VALUE)
    PlanView plan(@RequestBody byte[] model) {
        return PlanView.of(planner.plan(Bodies.text(model), Format.JSON));
    }
}
