package dev.lockstep.fanout.api;

import dev.lockstep.fanout.problem.Refused;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The calls that this release does not have yet: they answer 501 and name what is missing, never 404. */
@RestController
class NotBuiltController {
    @Operation(summary = "Not built yet: modelling findings over the whole registry")
    @GetMapping("/api/v1/lint")
    void lint() {
        throw missing("Modelling findings over the whole registry", "lint", "POST /api/v1/plans checks one model.");
    }

    @Operation(summary = "Not built yet: change a source and all its copies in one transaction")
    @PatchMapping("/api/v1/models/{model}/sources/{key}")
    void write(@PathVariable String model, @PathVariable String key) {
        throw missing(
                "The write API of strategy transaction",
                "Strategy `transaction`",
                "Write to the source; strategy stream brings the change to the copies.");
    }

    private static Refused missing(String what, String feature, String instead) {
        String detail = what + " is not built in this release; CHANGELOG.md lists it under \"Not yet\" as \"" + feature
                + "\". Nothing was changed.";
        return new Refused(501, "not-built", instead.isEmpty() ? detail : detail + " " + instead);
    }
}
