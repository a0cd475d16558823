package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.StateStore;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What streams did not deliver, or what was never verified. */
@RestController
class GapsController {
    private final StateStore state;

    GapsController(StateStore state) {
        this.state = state;
    }

    /** A gap as shown; {@code from} is left out for "from the beginning", {@code closedAt} while it is open. */
    record GapView(
            long id,
            String model,
            String store,
            String partition,
            @Nullable Instant from,
            String reason,
            Instant openedAt,
            @Nullable Instant closedAt,
            @Nullable String report) {
        static GapView of(Gap gap) {
            return new GapView(
                    gap.id(),
                    gap.model().value(),
                    gap.store().value(),
                    gap.partition(),
                    gap.from(),
                    gap.reason(),
                    gap.openedAt(),
                    gap.closedAt(),
                    gap.report());
        }
    }

    @Operation(summary = "Gaps, newest first; open=true leaves closed ones out")
    @GetMapping("/api/v1/gaps")
    Page<GapView> gaps(
            @RequestParam(defaultValue = "false") boolean open,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        return Paging.page(
                state.gaps().list(open, Paging.number(cursor), Paging.limit(limit) + 1), limit, GapView::of, Gap::id);
    }
}
