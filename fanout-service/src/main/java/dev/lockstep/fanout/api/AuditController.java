package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.state.ModelStore.AuditEntry;
import dev.lockstep.state.StateStore;
import io.swagger.v3.oas.annotations.Operation;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who did what, newest first. */
@RestController
class AuditController {
    private final StateStore state;

    AuditController(StateStore state) {
        this.state = state;
    }

    @Operation(summary = "Who did what, newest first")
    @GetMapping("/api/v1/audit")
    Page<AuditEntry> audit(
            @RequestParam(required = false) @Nullable String cursor, @RequestParam(defaultValue = "100") int limit) {
        return Paging.page(
                state.models().audits(Paging.number(cursor), Paging.limit(limit) + 1),
                limit,
                entry -> entry,
                AuditEntry::id);
    }
}
