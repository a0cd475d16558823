package dev.lockstep.repair.run;

import dev.lockstep.drift.Drift;
import dev.lockstep.drift.FindingLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a scan found so far, in bounded memory: the first details, and the first findings in the state store. */
final class Found {
    private static final int DETAILS = 5_000;
    private static final int KEPT_FINDINGS = 1_000;

    private final Optional<FindingLog> log;
    private final List<Drift> drifts = new ArrayList<>();
    private final List<Drift> tolerated = new ArrayList<>();
    private long kept;

    Found(Optional<FindingLog> log) {
        this.log = log;
    }

    void add(Drift drift) {
        if (log.isPresent() && kept < KEPT_FINDINGS) {
            log.get().found(drift);
            kept++;
        }
        List<Drift> details = drift.tolerated() ? tolerated : drifts;
        if (details.size() < DETAILS) {
            details.add(drift);
        }
    }

    /** The first copies found, drift before tolerated orphans. */
    List<Drift> details() {
        List<Drift> all = new ArrayList<>(drifts);
        all.addAll(tolerated);
        return all;
    }

    /** Of so many that were found wrong, those that are not among the details. */
    long omitted(long wrong) {
        return Math.max(0, wrong - drifts.size() - tolerated.size());
    }

    /** True when of so many that were found wrong every one is a finding in the state store. */
    static boolean allKept(long wrong) {
        return wrong <= KEPT_FINDINGS;
    }
}
