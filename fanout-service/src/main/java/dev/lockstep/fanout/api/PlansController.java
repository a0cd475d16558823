package dev.lockstep.fanout.api;

import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.registration.Plan;
import dev.lockstep.fanout.registration.Planner;
import dev.lockstep.modelfile.Format;
import dev.lockstep.registry.Problem;
import io.swagger.v3.oas.annotations.Operation;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What registering a model would do. */
@RestController
class PlansController {
    private static final Set<String> NOT_JSON = Set.of("syntax", "empty", "document-too-deep", "several-documents");

    private final Planner planner;

    PlansController(Planner planner) {
        this.planner = planner;
    }

    @Operation(summary = "Validate a model, prove its access paths and estimate its cost; writes nothing")
    @PostMapping(path = "/api/v1/plans", consumes = MediaType.APPLICATION_JSON_VALUE)
    PlanView plan(@RequestBody byte[] model) {
        Plan plan = planner.plan(Bodies.text(model), Format.JSON);
        requireJson(plan);
        return PlanView.of(plan);
    }

    /** A body that is not JSON at all is the caller's mistake (400), and not a model with mistakes. */
    static void requireJson(Plan plan) {
        plan.problems().stream()
                .filter(problem -> problem.path().isEmpty() && NOT_JSON.contains(problem.code()))
                .findFirst()
                .ifPresent(PlansController::refuse);
    }

    private static void refuse(Problem problem) {
        String code = problem.code().equals("document-too-deep") ? "too-deep" : "malformed-json";
        throw new Refused(400, code, problem.message() + " " + problem.fix());
    }
}
