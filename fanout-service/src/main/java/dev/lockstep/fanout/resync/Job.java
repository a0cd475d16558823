package dev.lockstep.fanout.resync;

import org.jspecify.annotations.Nullable;

/** A fill or a full check of one model, one page a step. One thread at a time; a step that throws may be made again. */
interface Job {
    /** Does one page; false when there is nothing left. */
    boolean step();

    /** How far it has come. */
    Progress progress();

    /** Where it goes on after a restart, or {@code null} for the beginning. */
    @Nullable
    String cursor();
}
