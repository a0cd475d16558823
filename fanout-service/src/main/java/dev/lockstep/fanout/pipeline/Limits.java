package dev.lockstep.fanout.pipeline;

import java.time.Duration;

/**
 * Bounds of the pipeline.
 *
 * @param owner this process, in leases; unique per start
 * @param appliers threads that write copies
 * @param checkers threads that check copies
 * @param batch changes per poll and keys per write, at most
 * @param page records per page of checks and fills, at most 1,000
 * @param inMemory changes and checks held in memory; above it nothing is read (P4)
 * @param remembered keys whose newest captured version is remembered
 * @param pollWait how long a poll may wait
 * @param lease length of a partition's lease
 * @param checkpointEvery how often the checkpoint is stored, at most
 * @param deletes bounds of the policies of deleted sources
 * @param tasks bounds of what waits in the state store
 * @param lookupWait how old a copy must be at its second check, where its look-up lags (rule R4)
 */
public record Limits(
        String owner,
        int appliers,
        int checkers,
        int batch,
        int page,
        int inMemory,
        int remembered,
        Duration pollWait,
        Duration lease,
        Duration checkpointEvery,
        Deletes deletes,
        Tasks tasks,
        Duration lookupWait) {
    /** A minute: longer than an index lags, than a write takes, and than a lease. */
    public static final Duration LOOKUP_WAIT = Duration.ofSeconds(60);

    /**
     * Bounds of the policies of deleted sources (rule R8).
     *
     * @param delay a delete is due so long after it was captured
     * @param most copies of one model that deletes may change within an hour; above it they are held
     */
    public record Deletes(Duration delay, long most) {
        /** 30 seconds, 1,000 copies. */
        public static final Deletes DEFAULT = new Deletes(Duration.ofSeconds(30), 1_000);
    }

    /**
     * Bounds of what waits in the state store.
     *
     * @param pages of one fan-out that are written in one go; what is left becomes a task
     * @param most tasks and waiting keys; from then on nothing is read (P4)
     */
    public record Tasks(int pages, long most) {
        /** One page, a million. */
        public static final Tasks DEFAULT = new Tasks(1, 1_000_000);

        /** Fan-outs of any size in one go. */
        public static final Tasks NONE = new Tasks(Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    /** The bounds that suit most. */
    public static Limits defaults(String owner) {
        return new Limits(
                owner,
                2,
                1,
                500,
                500,
                20_000,
                200_000,
                Duration.ofMillis(100),
                Duration.ofSeconds(15),
                Duration.ofMillis(200),
                Deletes.DEFAULT,
                Tasks.DEFAULT,
                LOOKUP_WAIT);
    }
}
