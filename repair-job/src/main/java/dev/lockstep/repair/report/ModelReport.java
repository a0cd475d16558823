package dev.lockstep.repair.report;

import dev.lockstep.registry.ActiveModel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was found and done for one model.
 *
 * @param active the model as the run used it
 * @param run the run's id in the state store
 * @param copies one report per copy definition
 * @param verifiedThrough set when all copies of the model are known right up to a time
 * @param notes things that happened besides, one sentence each
 */
public record ModelReport(
        ActiveModel active,
        OptionalLong run,
        List<CopyReport> copies,
        Optional<Instant> verifiedThrough,
        List<String> notes) {
    public ModelReport {
        copies = List.copyOf(copies);
        notes = List.copyOf(notes);
    }

    /** Copies that are wrong now. */
    public long wrongNow() {
        return copies.stream().mapToLong(CopyReport::wrongNow).sum();
    }

    /** True when a person has to confirm. */
    public boolean awaiting() {
        return copies.stream().anyMatch(CopyReport::awaiting);
    }
}
