package dev.lockstep.repair.report;

import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.Tally;
import dev.lockstep.registry.CopyDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What was found and done for one copy definition.
 *
 * @param definition which
 * @param tally the counts
 * @param byKind drift by kind, without tolerated orphans
 * @param details the first copies found wrong, drift before tolerated orphans
 * @param omitted copies found wrong that are not among the details
 * @param fixed copies written
 * @param rightByNow copies that were right again before they were written
 * @param left copies still wrong after a repair, by reason
 * @param awaiting true when the fix budget was exceeded and nothing was written
 * @param budget copies that may be changed without asking, for repair
 * @param resumed what an earlier process had scanned
 * @param took how long it took, in this process
 */
public record CopyReport(
        CopyDefinition definition,
        Tally tally,
        Map<DriftKind, Long> byKind,
        List<Drift> details,
        long omitted,
        long fixed,
        long rightByNow,
        Map<String, Long> left,
        boolean awaiting,
        long budget,
        Resumed resumed,
        Duration took) {
    public CopyReport {
        byKind = Map.copyOf(byKind);
        details = List.copyOf(details);
        left = Map.copyOf(left);
    }

    /** Copies that are wrong now. */
    public long wrongNow() {
        return tally.drifted() - fixed - rightByNow;
    }
}
