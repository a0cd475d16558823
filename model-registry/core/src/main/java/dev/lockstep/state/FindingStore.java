package dev.lockstep.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Findings: copies known to be wrong, and sampled measurements of how many are. */
public interface FindingStore {
    /** Adds a finding, or refreshes the open one of the same (model, copy, copy key, kind) keeping its first time. */
    void report(Finding finding);

    /** Closes open findings of this copy key (any kind), with how: {@code fixed}, {@code gone}, {@code clean}. */
    int close(ModelName model, CopyName copy, String copyKey, String how, Instant at);

    /** Open findings of a model by id, after {@code after}; {@code model} empty for all. */
    List<Finding> open(Optional<ModelName> model, long after, int limit);

    /** Number of open findings and the oldest one's first time, per {@code model.copy}. */
    Map<String, OpenFindings> summary();

    /** Stores the newest measurement of a copy definition. */
    void measured(Measurement measurement);

    /** The newest measurement per copy definition. */
    List<Measurement> measurements();

    /** What is open for one copy definition. */
    record OpenFindings(long count, Instant oldest) {}

    /**
     * A copy that is wrong.
     *
     * @param id 0 when reported
     * @param kind stale, mismatched, missing, orphaned, absent, unreachable or contested
     * @param expected canonical text of the registered fields as they should be; masked fields left out
     */
    record Finding(
            long id,
            ModelName model,
            CopyName copy,
            String kind,
            String copyKey,
            @Nullable String sourceKey,
            @Nullable String field,
            @Nullable String expected,
            @Nullable String actual,
            @Nullable String cause,
            Instant firstSeen,
            Instant lastSeen) {}

    /**
     * A drift measurement.
     *
     * @param compared copies compared
     * @param wrong how many of them had drifted
     * @param low lower end of the 95 % interval of the share of wrong copies
     * @param high upper end
     * @param full true when every copy was compared
     * @param verifiedThrough copies are known right up to here; set for a full check that ended clean or repaired
     */
    record Measurement(
            ModelName model,
            CopyName copy,
            long compared,
            long wrong,
            double low,
            double high,
            boolean full,
            @Nullable Instant verifiedThrough,
            Instant at) {}
}
