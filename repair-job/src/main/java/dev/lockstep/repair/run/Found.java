package dev.lockstep.repair.run;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.FindingLog;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a scan found so far, in bounded memory: counts, the first details, the copies to be fixed. */
final class Found {
    /** Copies that wait for their fix; a run that finds more needs confirmation. */
    static final int MOST_TO_FIX = 200_000;

    private static final int DETAILS = 5_000;
    private static final int KEPT_FINDINGS = 1_000;

    private final Optional<FindingLog> log;
    private final Map<DriftKind, Long> byKind = new EnumMap<>(DriftKind.class);
    private final List<Drift> drifts = new ArrayList<>();
    private final List<Drift> tolerated = new ArrayList<>();
    private List<RecordKey> toFix = new ArrayList<>();
    private long wrong;
    private long kept;

    Found(Optional<FindingLog> log) {
        this.log = log;
    }

    void add(Drift drift) {
        wrong++;
        if (log.isPresent() && kept < KEPT_FINDINGS) {
            log.get().found(drift);
            kept++;
        }
        List<Drift> details = drift.tolerated() ? tolerated : drifts;
        if (details.size() < DETAILS) {
            details.add(drift);
        }
        if (!drift.tolerated()) {
            byKind.merge(drift.kind(), 1L, Long::sum);
            if (drift.kind() != DriftKind.ORPHANED) {
                toFix.add(drift.record());
            }
        }
    }

    Map<DriftKind, Long> byKind() {
        return byKind;
    }

    long fixable() {
        return byKind.entrySet().stream()
                .filter(kind -> kind.getKey() != DriftKind.ORPHANED)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    int waiting() {
        return toFix.size();
    }

    /** The copies that are to be fixed; handed out once. */
    List<RecordKey> take() {
        List<RecordKey> taken = toFix;
        toFix = new ArrayList<>();
        return taken;
    }

    /** The first copies found, drift before tolerated orphans. */
    List<Drift> details() {
        List<Drift> all = new ArrayList<>(drifts);
        all.addAll(tolerated);
        return all;
    }

    long omitted() {
        return wrong - drifts.size() - tolerated.size();
    }

    /** True when every copy that was found wrong is a finding in the state store. */
    boolean allKept() {
        return kept == wrong;
    }
}
