package dev.lockstep.drift;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.FindingStore;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a detection found about one copy definition in the state store: findings without sensitive values, and
 * measurements. Used by the repair job and by sampling alike; throws what the state store throws.
 */
public final class FindingLog {
    private static final double CONFIDENCE = 0.95;

    private final FindingStore store;
    private final CopyDefinition definition;

    /** The log of one copy definition. */
    public FindingLog(FindingStore store, CopyDefinition definition) {
        this.store = store;
        this.definition = definition;
    }

    /** Adds a finding, or refreshes the open one. */
    public void found(Drift drift) {
        store.report(new Finding(
                0,
                definition.model().name(),
                definition.copy().name(),
                drift.kind().text(),
                drift.record().canonical(),
                drift.pointer().map(SourceKey::canonical).orElse(null),
                drift.fields().isEmpty()
                        ? null
                        : drift.fields().stream()
                                .map(difference -> difference.field().toString())
                                .collect(Collectors.joining(", ")),
                values(drift, FieldDifference::expected),
                values(drift, FieldDifference::actual),
                drift.cause(),
                drift.firstSeen(),
                drift.confirmedAt()));
    }

    /** Closes the open findings of a copy, with how: {@code fixed}, {@code gone} or {@code clean}. */
    public void closed(RecordKey record, String how, Instant at) {
        store.close(definition.model().name(), definition.copy().name(), record.canonical(), how, at);
    }

    /** Stores the measurement of a sample; keeps how far the copies were verified before. */
    public void sampled(long wrong, long compared, Instant at) {
        ClopperPearson.Interval interval = ClopperPearson.interval(wrong, compared, CONFIDENCE);
        Instant verified = newest().map(Measurement::verifiedThrough).orElse(null);
        measured(wrong, compared, interval, false, verified, at);
    }

    /**
     * Stores the measurement of a full comparison.
     *
     * @param wrong copies that are wrong now
     * @param undecided copies of which nothing could be said, which widen the interval
     * @param verifiedThrough when all copies are known right up to a time; else what was known before is kept
     */
    public void comparedAll(long wrong, long compared, long undecided, Optional<Instant> verifiedThrough, Instant at) {
        double all = Math.max(1, compared + undecided);
        ClopperPearson.Interval interval = new ClopperPearson.Interval(wrong / all, (wrong + undecided) / all);
        Instant verified = verifiedThrough
                .or(() -> newest().map(Measurement::verifiedThrough))
                .orElse(null);
        measured(wrong, compared, interval, true, verified, at);
    }

    /** The newest measurement of this copy definition. */
    public Optional<Measurement> newest() {
        return store.measurements().stream()
                .filter(measurement ->
                        measurement.model().equals(definition.model().name())
                                && measurement.copy().equals(definition.copy().name()))
                .findFirst();
    }

    private void measured(
            long wrong,
            long compared,
            ClopperPearson.Interval interval,
            boolean full,
            @Nullable Instant verifiedThrough,
            Instant at) {
        store.measured(new Measurement(
                definition.model().name(),
                definition.copy().name(),
                compared,
                wrong,
                interval.low(),
                interval.high(),
                full,
                verifiedThrough,
                at));
    }

    /** The values that may be shown, as one canonical object; absent fields and sensitive ones are left out. */
    private @Nullable String values(Drift drift, Function<FieldDifference, @Nullable Value> side) {
        Map<String, String> shown = new TreeMap<>();
        for (FieldDifference difference : drift.fields()) {
            Value value = side.apply(difference);
            if (value != null && !definition.copy().sensitive().contains(difference.field())) {
                shown.put(difference.field().toString(), value.canonical());
            }
        }
        return shown.isEmpty()
                ? null
                : shown.entrySet().stream()
                        .map(field -> new Value.Text(field.getKey()).canonical() + ":" + field.getValue())
                        .collect(Collectors.joining(",", "{", "}"));
    }
}
