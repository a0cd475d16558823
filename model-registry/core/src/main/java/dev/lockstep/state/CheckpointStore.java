package dev.lockstep.state;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.StoreName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Durable positions: everything before one was applied, or is a dead letter or a waiting key (rule R2). */
public interface CheckpointStore {
    /** The checkpoint of a partition. */
    Optional<Checkpoint> load(StoreName store, String partition);

    /** All checkpoints. */
    List<Checkpoint> all();

    /**
     * Stores a checkpoint under a lease.
     *
     * @return false when the lease is no longer held with this fence: the caller is a zombie and must stop
     */
    boolean save(Checkpoint checkpoint, LeaseStore.Lease lease);

    /**
     * A durable position.
     *
     * @param identity the stream's identity; another one raises the epoch
     * @param committedUpTo the store's time of the newest change that is durable, if known
     * @param savedAt when it was stored, by the clock of whoever stored it
     */
    record Checkpoint(
            StoreName store,
            String partition,
            ResumePoint resumeAfter,
            String identity,
            @Nullable Instant committedUpTo,
            Instant savedAt) {}
}
