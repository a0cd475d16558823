package dev.lockstep.drift;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.SourceKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A copy that is wrong and stayed so: seen twice, with the same source value, the same copy values and the same label.
 *
 * @param record the copy
 * @param pointer the source key it names
 * @param kind how it is wrong
 * @param fields the registered fields that are wrong; empty for orphans
 * @param cause the likely cause, for people
 * @param tolerated true for an orphan that {@code onSourceDelete: keep} allows: reported, but not drift
 * @param firstSeen when it was first seen so
 * @param confirmedAt when it was seen again
 */
public record Drift(
        RecordKey record,
        Optional<SourceKey> pointer,
        DriftKind kind,
        List<FieldDifference> fields,
        String cause,
        boolean tolerated,
        Instant firstSeen,
        Instant confirmedAt) {
    public Drift {
        fields = List.copyOf(fields);
    }
}
