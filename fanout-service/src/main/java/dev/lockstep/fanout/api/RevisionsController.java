package dev.lockstep.fanout.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.registration.RegisteredModels;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.StateStore;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The history of a model, kept for ever, also after it was deleted. */
@RestController
class RevisionsController {
    private final StateStore state;
    private final RegisteredModels models;

    RevisionsController(StateStore state, RegisteredModels models) {
        this.state = state;
        this.models = models;
    }

    /** A revision as shown; {@code changes} has one line per attribute. */
    record RevisionView(
            int revision,
            String author,
            Instant at,
            @Nullable String reason,
            List<String> changes,
            @JsonRawValue String definition) {
        static RevisionView of(Revision revision) {
            return new RevisionView(
                    revision.number(),
                    revision.author(),
                    revision.at(),
                    revision.reason(),
                    revision.diff().lines().toList(),
                    revision.definition());
        }
    }

    @Operation(summary = "All revisions of a model, oldest first")
    @GetMapping("/api/v1/models/{model}/revisions")
    Page<RevisionView> revisions(
            @PathVariable String model,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        long after = Paging.number(cursor);
        return Paging.page(
                state.models().revisions(models.requireEver(model).name()).stream()
                        .filter(revision -> revision.number() > after)
                        .limit(Paging.limit(limit) + 1L)
                        .toList(),
                limit,
                RevisionView::of,
                Revision::number);
    }
}
