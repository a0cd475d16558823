package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.problem.Problems;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.registration.Plan;
import dev.lockstep.fanout.registration.Registered;
import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.fanout.registration.Registrar;
import dev.lockstep.fanout.registration.Registration;
import dev.lockstep.fanout.registration.Request;
import dev.lockstep.fanout.security.Caller;
import dev.lockstep.modelfile.Format;
import io.swagger.v3.oas.annotations.Operation;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Registered models. The body is the model itself; what belongs to the request stands in the query. */
@RestController
class ModelsController {
    private static final String ONE = "/api/v1/models/{model}";

    private final Registrar registrar;
    private final RegisteredModels models;
    private final Caller caller;

    ModelsController(Registrar registrar, RegisteredModels models, Caller caller) {
        this.registrar = registrar;
        this.models = models;
        this.caller = caller;
    }

    /**
     * A registration as shown.
     *
     * @param changed false when the definition was the active one already
     * @param fillRun the URL of the run that fills the copies, if one was started
     */
    record RegistrationView(
            String model,
            int revision,
            String state,
            boolean changed,
            List<String> changes,
            boolean raisedEpoch,
            @Nullable String fillRun,
            List<Map<String, String>> warnings) {}

    @Operation(summary = "Registered models, by name")
    @GetMapping("/api/v1/models")
    Page<ModelView> list(
            @RequestParam(required = false) @Nullable String cursor, @RequestParam(defaultValue = "100") int limit) {
        String after = Paging.text(cursor);
        return Paging.page(
                models.all().stream()
                        .filter(model -> model.name().value().compareTo(after) > 0)
                        .limit(Paging.limit(limit) + 1L)
                        .toList(),
                limit,
                model -> ModelView.of(model.stored()),
                Registered::name);
    }

    @Operation(summary = "Register a new model")
    @PostMapping(path = "/api/v1/models", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RegistrationView> create(
            @RequestBody byte[] model,
            @RequestParam(required = false) @Nullable Boolean fill,
            @RequestParam(required = false) @Nullable String reason,
            @RequestParam(required = false) @Nullable String planId) {
        return answer(registrar.create(request(model, fill, reason, planId)), true);
    }

    @Operation(summary = "One model; its ETag is the active revision")
    @GetMapping(ONE)
    ResponseEntity<ModelView> get(@PathVariable String model) {
        Registered found = models.require(model);
        return ResponseEntity.ok().eTag(ETags.of(found.stored().revision())).body(ModelView.of(found.stored()));
    }

    @Operation(summary = "Replace a model (If-Match), or create it (If-None-Match: *)")
    @PutMapping(path = ONE, consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RegistrationView> put(
            @PathVariable String model,
            @RequestBody byte[] body,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestHeader(name = "If-None-Match", required = false) @Nullable String ifNoneMatch,
            @RequestParam(required = false) @Nullable Boolean fill,
            @RequestParam(required = false) @Nullable String reason,
            @RequestParam(required = false) @Nullable String planId) {
        Request request = request(body, fill, reason, planId);
        return ETags.creates(ifNoneMatch)
                ? answer(registrar.createAs(model, request), true)
                : answer(registrar.replace(model, ETags.revision(ifMatch), request), false);
    }

    @Operation(summary = "Delete a model (If-Match); its copies stay as they are")
    @DeleteMapping(ONE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(
            @PathVariable String model,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestParam(required = false) @Nullable String reason,
            @RequestParam(defaultValue = "false") boolean removeLabels) {
        if (removeLabels) {
            throw new Refused(
                    501,
                    "not-built",
                    "Removing the _lockstep entries of a deleted model is not built in this release; CHANGELOG.md lists"
                            + " it under \"Not yet\" as \"Remove labels\". Nothing was changed.");
        }
        registrar.delete(model, ETags.revision(ifMatch), caller.name(), reason);
    }

    private Request request(byte[] body, @Nullable Boolean fill, @Nullable String reason, @Nullable String planId) {
        return new Request(Bodies.text(body), Format.JSON, fill, reason, planId, caller.name());
    }

    private static ResponseEntity<RegistrationView> answer(Registration done, boolean created) {
        Plan plan = done.plan();
        RegistrationView view = new RegistrationView(
                done.stored().name().value(),
                done.stored().revision(),
                done.stored().state().name(),
                done.changed(),
                plan.changes(),
                done.changed() && plan.raisesEpoch(),
                done.fillRun().map(run -> "/api/v1/repair-runs/" + run).orElse(null),
                Problems.violations(plan.warnings()));
        ResponseEntity.BodyBuilder answer = created
                ? ResponseEntity.created(
                        URI.create("/api/v1/models/" + done.stored().name()))
                : ResponseEntity.ok();
        return answer.eTag(ETags.of(done.stored().revision())).body(view);
    }
}
