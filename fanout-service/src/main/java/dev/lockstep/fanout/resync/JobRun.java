package dev.lockstep.fanout.resync;

import dev.lockstep.fanout.route.Models;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.RunStore.Run;
import java.time.Instant;
import java.util.Set;

/**
 * A fill or a full check that has begun.
 *
 * @param active the model as it was when the job began
 * @param job does the work
 * @param run its row
 * @param gapsAtStart the gaps that were open before the job read its first record
 */
record JobRun(ActiveModel active, Job job, Run run, Set<Long> gapsAtStart) {
    /** True when the model was changed since: the job works for a model that is no more. */
    boolean isOutdated(Models models) {
        return models.find(active.name())
                .filter(now -> now.epoch().equals(active.epoch())
                        && now.revision() == active.revision()
                        && now.state() == active.state())
                .isEmpty();
    }

    /** True when every copy was checked after this gap was opened; a fill proves nothing about a lost position. */
    boolean covers(Gap gap) {
        return job instanceof VerifyJob && gapsAtStart.contains(gap.id())
                || gap.partition().equals(Resync.NEVER_VERIFIED);
    }

    String report() {
        Progress done = job.progress();
        return "{\"scanned\":" + done.scanned() + ",\"found\":" + done.found() + ",\"fixed\":" + done.fixed()
                + ",\"skipped\":" + done.skipped() + "}";
    }

    /** The run's row at its end. */
    Run ended(String status, String report, Instant now) {
        Progress done = job.progress();
        return new Run(
                run.id(),
                run.model(),
                run.kind(),
                status,
                done.scanned(),
                done.found(),
                done.fixed(),
                done.skipped(),
                null,
                report,
                run.startedAt(),
                now);
    }
}
