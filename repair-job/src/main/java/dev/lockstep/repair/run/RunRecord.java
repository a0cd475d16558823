package dev.lockstep.repair.run;

import dev.lockstep.repair.report.CopyReport;
import dev.lockstep.repair.report.JsonReport;
import dev.lockstep.repair.report.ModelReport;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The run's row in the state store and the lease on it, both renewed every few seconds while it runs. */
final class RunRecord {
    /** Longer than a step may take; a run whose process was killed can be taken over after it. */
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final Duration EVERY = Duration.ofSeconds(2);

    private final StateStore state;
    private final Clock clock;
    private final Lease lease;
    private final boolean confirmed;
    private Run run;
    private Instant savedAt;

    /**
     * @param lease the lease on this run
     * @param confirmed true when a person has said that the run may change more than its budget
     */
    RunRecord(StateStore state, Clock clock, Run run, Lease lease, boolean confirmed) {
        this.state = state;
        this.clock = clock;
        this.run = run;
        this.lease = lease;
        this.confirmed = confirmed;
        this.savedAt = clock.instant();
    }

    long id() {
        return run.id();
    }

    /** When the run began, perhaps in a process that was killed since. */
    Instant startedAt() {
        return run.startedAt();
    }

    boolean isConfirmed() {
        return confirmed;
    }

    Ledger ledger() {
        return new StoredLedger(state.segments(), run.id(), lease);
    }

    /** Renews the lease and stores the counts, if it is time; throws {@link TakenOver} when the lease is lost. */
    void progress(long scanned, long found, long fixed) {
        Instant now = clock.instant();
        if (now.isBefore(savedAt.plus(EVERY))) {
            return;
        }
        savedAt = now;
        renew();
        save("RUNNING", scanned, found, fixed, run.skipped(), null, null);
    }

    /** Renews the lease while the run waits. */
    void alive() {
        progress(run.scanned(), run.found(), run.fixed());
    }

    private void renew() {
        if (!state.leases().renew(lease, LEASE)) {
            throw new TakenOver(run.id());
        }
    }

    void succeeded(ModelReport report) {
        long scanned = 0;
        long found = 0;
        long fixed = 0;
        long skipped = 0;
        for (CopyReport copy : report.copies()) {
            scanned += copy.tally().seen();
            found += copy.tally().drifted();
            fixed += copy.fixed();
            skipped += copy.tally().undecided();
        }
        String status = report.awaiting() ? "AWAITING_CONFIRMATION" : "SUCCEEDED";
        renew();
        save(status, scanned, found, fixed, skipped, JsonReport.summary(report), clock.instant());
        if (!report.awaiting()) {
            state.segments().forget(run.id());
        }
        state.leases().release(lease);
    }

    /**
     * Ends the run early. One that was cancelled keeps its parts and can go on; nothing is said when the lease is lost.
     */
    void ended(String status) {
        if (state.leases().renew(lease, LEASE)) {
            save(status, run.scanned(), run.found(), run.fixed(), run.skipped(), null, clock.instant());
            if (!status.equals("CANCELLED")) {
                state.segments().forget(run.id());
            }
            state.leases().release(lease);
        }
    }

    private void save(
            String status,
            long scanned,
            long found,
            long fixed,
            long skipped,
            @Nullable String report,
            @Nullable Instant endedAt) {
        run = new Run(
                run.id(),
                run.model(),
                run.kind(),
                status,
                scanned,
                found,
                fixed,
                skipped,
                run.cursor(),
                report,
                run.startedAt(),
                endedAt);
        state.runs().update(run);
    }
}
