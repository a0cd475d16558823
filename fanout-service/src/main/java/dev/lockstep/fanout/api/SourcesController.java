package dev.lockstep.fanout.api;

import dev.lockstep.fanout.control.PipelineControl;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.fanout.security.Caller;
import dev.lockstep.modelfile.KeyPath;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.ModelStore.AuditEntry;
import dev.lockstep.state.StateStore;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One source: why is this copy stale, and put it right. */
@RestController
class SourcesController {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final RegisteredModels models;
    private final PipelineControl pipeline;
    private final StateStore state;
    private final Caller caller;
    private final Clock clock;

    SourcesController(RegisteredModels models, PipelineControl pipeline, StateStore state, Caller caller, Clock clock) {
        this.models = models;
        this.pipeline = pipeline;
        this.state = state;
        this.caller = caller;
        this.clock = clock;
    }

    @Operation(summary = "One source and its copies; fresh=2s waits until they agree, else answers 202")
    @GetMapping("/api/v1/models/{model}/sources/{key}")
    ResponseEntity<SourceKeyView> look(
            @PathVariable String model,
            @PathVariable String key,
            @RequestParam(required = false) @Nullable String fresh,
            @RequestParam(defaultValue = "100") int limit) {
        Model definition = definition(model);
        SourceKey source = key(key, definition);
        int most = Paging.limit(limit);
        long deadline = System.nanoTime() + wait(fresh).toNanos();
        boolean all = fresh != null;
        SourceKeyView view = SourceKeyView.of(definition, source, pipeline.look(definition.name(), source, most, all));
        while (!view.current() && deadline - System.nanoTime() > 0 && paused()) {
            view = SourceKeyView.of(definition, source, pipeline.look(definition.name(), source, most, all));
        }
        return ResponseEntity.status(fresh == null || view.current() ? 200 : 202)
                .body(view);
    }

    @Operation(summary = "Check all copies of one source now and put them right")
    @PostMapping("/api/v1/models/{model}/sources/{key}/check")
    CheckView check(@PathVariable String model, @PathVariable String key) {
        models.requireWritable(model);
        Model definition = definition(model);
        SourceKey source = key(key, definition);
        CheckView result = CheckView.of(pipeline.check(definition.name(), source));
        state.models()
                .audit(new AuditEntry(
                        0,
                        clock.instant(),
                        caller.name(),
                        "check",
                        "model " + definition.name(),
                        "source " + KeyPath.format(source)));
        return result;
    }

    private Model definition(String name) {
        return models.require(name)
                .model()
                .orElseThrow(() -> Refused.conflict(
                        "definition-unreadable",
                        "A newer release wrote the definition of the model \"" + name
                                + "\"; this one cannot read it."));
    }

    private static SourceKey key(String key, Model model) {
        try {
            return KeyPath.parse(key, model.source());
        } catch (IllegalArgumentException e) {
            throw new Refused(400, "bad-key", String.valueOf(e.getMessage()));
        }
    }

    private static Duration wait(@Nullable String fresh) {
        if (fresh == null) {
            return Duration.ZERO;
        }
        try {
            Duration wait = DurationStyle.SIMPLE.parse(fresh);
            if (!wait.isNegative() && wait.compareTo(LONGEST_WAIT) <= 0) {
                return wait;
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw badWait();
        }
        throw badWait();
    }

    private static Refused badWait() {
        return new Refused(400, "bad-fresh", "fresh is a time such as 500ms or 2s, at most 10s.");
    }

    /** Waits a little; false when the thread was asked to end. */
    private static boolean paused() {
        try {
            Thread.sleep(BETWEEN_LOOKS.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
