package dev.lockstep.state;

import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gaps: what a stream did not deliver. A gap stays open until a check of every copy of its models has ended (promise
 * P7). Opening one that is already open for the same model, store and partition returns the open one.
 */
public interface GapStore {
    /** Opens a gap and returns it with its id. */
    Gap open(ModelName model, StoreName store, String partition, @Nullable Instant from, String reason, Instant at);

    /**
     * Opens a gap for a position that was just lost. One that is open already for the same model, store and partition
     * is closed as superseded, in the same transaction: a check that began before, in whatever process, then can't
     * close what was lost after it. The new gap begins where the superseded one began.
     */
    Gap openAgain(
            ModelName model, StoreName store, String partition, @Nullable Instant from, String reason, Instant at);

    /**
     * Gaps with an id below {@code before} (0 = from the newest), newest first; {@code openOnly} leaves closed ones
     * out.
     */
    List<Gap> list(boolean openOnly, long before, int limit);

    /** Open gaps of a model. */
    List<Gap> openOf(ModelName model);

    /** Closes a gap with a report for people, such as what the checks found. */
    void close(long id, Instant at, String report);

    /** One gap. */
    Optional<Gap> find(long id);

    /**
     * A gap.
     *
     * @param from commit time of the last durable change, {@code null} for "from the beginning"
     * @param openedAt when it was noticed
     * @param closedAt when its checks had ended, {@code null} while open
     */
    record Gap(
            long id,
            ModelName model,
            StoreName store,
            String partition,
            @Nullable Instant from,
            String reason,
            Instant openedAt,
            @Nullable Instant closedAt,
            @Nullable String report) {}
}
