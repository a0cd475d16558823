package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.control.PipelineControl;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.fanout.security.Caller;
import dev.lockstep.state.DeadLetterStore.DeadLetter;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.ModelStore.AuditEntry;
import dev.lockstep.state.StateStore;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Copies that could not be written. */
@RestController
class DeadLettersController {
    private final StateStore state;
    private final RegisteredModels models;
    private final PipelineControl pipeline;
    private final Caller caller;
    private final Clock clock;

    DeadLettersController(
            StateStore state, RegisteredModels models, PipelineControl pipeline, Caller caller, Clock clock) {
        this.state = state;
        this.models = models;
        this.pipeline = pipeline;
        this.caller = caller;
        this.clock = clock;
    }

    /** A dead letter as shown. */
    record DeadLetterView(
            long id,
            String model,
            String copy,
            String sourceKey,
            String copyKey,
            String cause,
            int attempts,
            Instant firstAt,
            Instant lastAt) {
        static DeadLetterView of(DeadLetter letter) {
            return new DeadLetterView(
                    letter.id(),
                    letter.model().value(),
                    letter.copy().value(),
                    letter.sourceKey(),
                    letter.copyKey(),
                    letter.cause(),
                    letter.attempts(),
                    letter.firstAt(),
                    letter.lastAt());
        }
    }

    @Operation(summary = "Open dead letters, oldest first")
    @GetMapping("/api/v1/dead-letters")
    Page<DeadLetterView> list(
            @RequestParam(required = false) @Nullable String model,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        return Paging.page(
                state.deadLetters()
                        .list(
                                Optional.ofNullable(model)
                                        .map(name -> models.requireEver(name).name()),
                                Paging.number(cursor),
                                Paging.limit(limit) + 1),
                limit,
                DeadLetterView::of,
                DeadLetter::id);
    }

    @Operation(summary = "Check the letter's copies now; closes it on success")
    @PostMapping("/api/v1/dead-letters/{id}/replay")
    CheckView replay(@PathVariable long id) {
        DeadLetter letter = require(id);
        models.requireWritable(letter.model().value());
        CheckView result = CheckView.of(pipeline.replay(id));
        audit("replay", letter, null);
        return result;
    }

    @Operation(summary = "Give a letter up; its copy stays as it is and becomes a finding")
    @DeleteMapping("/api/v1/dead-letters/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void purge(@PathVariable long id, @RequestParam(required = false) @Nullable String reason) {
        DeadLetter letter = require(id);
        Instant now = clock.instant();
        state.findings()
                .report(new Finding(
                        0,
                        letter.model(),
                        letter.copy(),
                        "stale",
                        letter.copyKey(),
                        letter.sourceKey(),
                        null,
                        null,
                        null,
                        "A dead letter was purged: " + letter.cause(),
                        letter.firstAt(),
                        now));
        audit("purge", letter, reason);
        state.deadLetters().close(id, "purged", now);
    }

    private DeadLetter require(long id) {
        return state.deadLetters()
                .find(id)
                .orElseThrow(() -> Refused.notFound("There is no open dead letter " + id + "."));
    }

    private void audit(String action, DeadLetter letter, @Nullable String detail) {
        state.models()
                .audit(new AuditEntry(
                        0,
                        clock.instant(),
                        caller.name(),
                        action,
                        "dead letter " + letter.id() + " of " + letter.model() + "." + letter.copy(),
                        detail));
    }
}
