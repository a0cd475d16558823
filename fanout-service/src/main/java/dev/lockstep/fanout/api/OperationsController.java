package dev.lockstep.fanout.api;

import dev.lockstep.fanout.registration.Operations;
import dev.lockstep.fanout.security.Caller;
import io.swagger.v3.oas.annotations.Operation;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Operations on one model, and on all. Each takes an optional body with a reason for the audit. */
@RestController
class OperationsController {
    private final Operations operations;
    private final Caller caller;

    OperationsController(Operations operations, Caller caller) {
        this.operations = operations;
        this.caller = caller;
    }

    /** A run that was started. */
    record Started(long run, String url) {}

    @Operation(summary = "Stop writing a model's copies; changes are remembered by key")
    @PostMapping("/api/v1/models/{model}/pause")
    ModelView pause(@PathVariable String model, @RequestBody(required = false) @Nullable Reason reason) {
        return ModelView.of(
                operations.pause(model, caller.name(), Reason.of(reason)).stored());
    }

    @Operation(summary = "Let a paused model go on")
    @PostMapping("/api/v1/models/{model}/resume")
    ModelView resume(@PathVariable String model, @RequestBody(required = false) @Nullable Reason reason) {
        return ModelView.of(
                operations.resume(model, caller.name(), Reason.of(reason)).stored());
    }

    /** Whether writes are paused. */
    record AllWrites(boolean paused) {}

    @Operation(summary = "Stop writing the copies of all models; changes are remembered by key")
    @PostMapping("/api/v1/pause-writes")
    AllWrites pauseWrites(@RequestBody(required = false) @Nullable Reason reason) {
        operations.pauseWrites(true, caller.name(), Reason.of(reason));
        return new AllWrites(true);
    }

    @Operation(summary = "Let writes go on: the keys that changed meanwhile are checked")
    @PostMapping("/api/v1/resume-writes")
    AllWrites resumeWrites(@RequestBody(required = false) @Nullable Reason reason) {
        operations.pauseWrites(false, caller.name(), Reason.of(reason));
        return new AllWrites(false);
    }

    /** How many deletes were released. */
    record ReleasedDeletes(int released) {}

    @Operation(
            summary =
                    "Carry out the deletes of sources that are held, although they change more copies than delete.max")
    @PostMapping("/api/v1/models/{model}/release-deletes")
    ReleasedDeletes releaseDeletes(@PathVariable String model, @RequestBody(required = false) @Nullable Reason reason) {
        return new ReleasedDeletes(operations.releaseDeletes(model, caller.name(), Reason.of(reason)));
    }

    @Operation(summary = "Fill the registered fields of all copies, beside live changes")
    @PostMapping("/api/v1/models/{model}/fill")
    ResponseEntity<Started> fill(@PathVariable String model, @RequestBody(required = false) @Nullable Reason reason) {
        return started(operations.fill(model, caller.name(), Reason.of(reason)));
    }

    @Operation(summary = "Ask the repair job to compare all copies of a model and put right what has drifted")
    @PostMapping("/api/v1/models/{model}/repair")
    ResponseEntity<Started> repair(@PathVariable String model, @RequestBody(required = false) @Nullable Reason reason) {
        return started(operations.repair(model, caller.name(), Reason.of(reason)));
    }

    @Operation(summary = "Confirm a repair run that its fix budget stopped; the repair job goes on with it")
    @PostMapping("/api/v1/repair-runs/{id}/confirm")
    ResponseEntity<Started> confirm(@PathVariable long id, @RequestBody(required = false) @Nullable Reason reason) {
        return started(operations.confirm(id, caller.name(), Reason.of(reason)));
    }

    private static ResponseEntity<Started> started(long run) {
        String url = "/api/v1/repair-runs/" + run;
        return ResponseEntity.accepted().location(URI.create(url)).body(new Started(run, url));
    }
}
