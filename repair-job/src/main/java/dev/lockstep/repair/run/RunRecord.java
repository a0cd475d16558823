package dev.lockstep.repair.run;

import dev.lockstep.registry.ModelName;
import dev.lockstep.repair.report.CopyReport;
import dev.lockstep.repair.report.JsonReport;
import dev.lockstep.repair.report.ModelReport;
import dev.lockstep.state.RunStore;
import dev.lockstep.state.RunStore.Run;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The run's row in the state store, renewed every few seconds while it runs. */
final class RunRecord {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final RunStore runs;
    private final Clock clock;
    private Run run;
    private Instant savedAt;

    RunRecord(RunStore runs, ModelName model, String kind, Clock clock) {
        this.runs = runs;
        this.clock = clock;
        this.savedAt = clock.instant();
        this.run = runs.start(model, kind, savedAt);
    }

    long id() {
        return run.id();
    }

    /** Stores the counts if it is time. */
    void progress(long scanned, long found) {
        Instant now = clock.instant();
        if (now.isBefore(savedAt.plus(EVERY))) {
            return;
        }
        savedAt = now;
        run = new Run(
                run.id(),
                run.model(),
                run.kind(),
                run.status(),
                scanned,
                found,
                run.fixed(),
                run.skipped(),
                null,
                null,
                run.startedAt(),
                null);
        runs.update(run);
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
        end(status, scanned, found, fixed, skipped, JsonReport.summary(report));
    }

    void ended(String status) {
        end(status, run.scanned(), run.found(), run.fixed(), run.skipped(), null);
    }

    private void end(String status, long scanned, long found, long fixed, long skipped, @Nullable String report) {
        run = new Run(
                run.id(),
                run.model(),
                run.kind(),
                status,
                scanned,
                found,
                fixed,
                skipped,
                null,
                report,
                run.startedAt(),
                clock.instant());
        runs.update(run);
    }
}
