package dev.lockstep.state;

import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Long operations: fills, full checks, repair runs. */
public interface RunStore {
    /** The lease of the scheduler that takes up runs that were asked for. */
    String SCHEDULER = "repair/scheduler";

    /** Stores a new run and returns it with its id. */
    Run start(ModelName model, String kind, Instant at);

    /** Updates progress, or the end with its report. */
    void update(Run run);

    /** One run. */
    Optional<Run> find(long id);

    /** Runs with an id below {@code before} (0 = from the newest), newest first; {@code model} empty for all. */
    List<Run> list(Optional<ModelName> model, long before, int limit);

    /**
     * A run.
     *
     * @param kind fill, verify, check, dry-run or repair
     * @param status REQUESTED (until a repair job takes it up), RUNNING, SUCCEEDED, FAILED, CANCELLED,
     *     AWAITING_CONFIRMATION or CONFIRMED (until a repair job goes on with it)
     * @param cursor where it goes on after a restart, opaque
     * @param report JSON, set at the end
     */
    record Run(
            long id,
            ModelName model,
            String kind,
            String status,
            long scanned,
            long found,
            long fixed,
            long skipped,
            @Nullable String cursor,
            @Nullable String report,
            Instant startedAt,
            @Nullable Instant endedAt) {}
}
