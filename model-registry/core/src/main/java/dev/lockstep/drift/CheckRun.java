package dev.lockstep.drift;

import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.projection.Comparison;
import dev.lockstep.projection.Projected;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore.Applied;
import dev.lockstep.store.CopyStore.CheckResult;
import dev.lockstep.store.CopyStore.CheckWrite;
import dev.lockstep.store.CopyStore.Failed;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The check of a page of copies (rule R3), as a step machine: (1) a strong read of the copies, (2) a strong read of
 * their sources, not older than each copy's label and the newest captured position of each key, (3) one conditional
 * write of those that differ. A lost condition starts again at (1). One thread at a time; a step that throws
 * {@link StoreException} may be made again.
 */
public final class CheckRun {
    private static final int MOST_ROUNDS = 20;

    /** Whether a check writes. */
    public enum Goal {
        /** Differences are put right. */
        FIX,
        /** Differences are only found. */
        LOOK
    }

    private enum Phase {
        READ_COPIES,
        READ_SOURCES,
        WRITE,
        DONE
    }

    /** A copy between its read and its write. */
    private record Suspect(
            CopyState state, SourceKey pointer, Projected expected, List<FieldPath> differences, Version version) {}

    private final CheckParts parts;
    private final ActiveModel active;
    private final CopyDefinition definition;
    private final Goal goal;
    private final List<CheckOutcome> outcomes = new ArrayList<>();
    private Set<RecordKey> open;
    private Phase phase = Phase.READ_COPIES;
    private int rounds;
    private List<CopyState> states = List.of();
    private List<Suspect> suspects = List.of();

    /**
     * A check of these records.
     *
     * @param active the model, whose epoch new labels carry
     * @param records at most 1,000
     */
    public CheckRun(
            CheckParts parts, ActiveModel active, CopyDefinition definition, Collection<RecordKey> records, Goal goal) {
        this.parts = parts;
        this.active = active;
        this.definition = definition;
        this.goal = goal;
        this.open = new LinkedHashSet<>(records);
    }

    /**
     * A check that begins with copies that a scan or a sample has just read, and so saves their first read.
     *
     * @param read whole records: with elements, all states of each
     */
    public static CheckRun ofRead(
            CheckParts parts, ActiveModel active, CopyDefinition definition, List<CopyState> read, Goal goal) {
        CheckRun run = new CheckRun(parts, active, definition, List.of(), goal);
        run.sort(read);
        return run;
    }

    /** Makes one step; false when there was nothing left to do. */
    public boolean step() {
        switch (phase) {
            case READ_COPIES -> readCopies();
            case READ_SOURCES -> readSources();
            case WRITE -> write();
            case DONE -> {
                return false;
            }
        }
        return true;
    }

    /** Makes all steps and returns the outcomes. */
    public List<CheckOutcome> run() {
        while (step()) {}
        return outcomes();
    }

    /** True when every record has its outcome. */
    public boolean isDone() {
        return phase == Phase.DONE;
    }

    /** What was found and done, one per copy that exists; complete once the check is done. */
    public List<CheckOutcome> outcomes() {
        return List.copyOf(outcomes);
    }

    private void readCopies() {
        sort(parts.stores().copies(definition.copy().at().store()).read(definition, open));
    }

    private void sort(List<CopyState> found) {
        List<CopyState> comparable = new ArrayList<>();
        for (CopyState state : found) {
            Optional<CheckOutcome.Kind> verdict = withoutSource(state);
            if (verdict.isPresent()) {
                conclude(state, verdict.get(), List.of(), null, null);
            } else {
                comparable.add(state);
            }
        }
        states = comparable;
        open = new LinkedHashSet<>();
        phase = comparable.isEmpty() ? Phase.DONE : Phase.READ_SOURCES;
    }

    private Optional<CheckOutcome.Kind> withoutSource(CopyState state) {
        if (!state.inScope()) {
            return Optional.of(CheckOutcome.Kind.OUT_OF_SCOPE);
        }
        if (state.pointer().isEmpty()) {
            return Optional.of(CheckOutcome.Kind.NO_POINTER);
        }
        Optional<Label> label = state.parsedLabel();
        if (label.isPresent() && label.get().isOfNewerFormat()) {
            return Optional.of(CheckOutcome.Kind.NEWER_FORMAT);
        }
        return label.flatMap(Label::parsedVersion)
                .filter(version -> version.epoch().compareTo(active.epoch()) > 0)
                .map(version -> CheckOutcome.Kind.SUPERSEDED);
    }

    /**
     * Versions are worked out before the source is read, so that what is read is never older than they say (rule R5).
     */
    private void readSources() {
        Map<SourceKey, Version> captured = new TreeMap<>();
        List<Version> versions = new ArrayList<>();
        Set<SourceKey> keys = new LinkedHashSet<>();
        for (CopyState state : states) {
            SourceKey key = state.pointer().orElseThrow();
            keys.add(key);
            parts.newest().of(active.name(), key).ifPresent(version -> captured.put(key, version));
            versions.add(versionFor(state, key, captured.get(key)));
        }
        Source source = active.model().source();
        Map<SourceKey, Doc> sources =
                parts.stores().records(source.at().store()).read(source, keys, notBefore(versions));
        suspects = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            CopyState state = states.get(i);
            SourceKey key = state.pointer().orElseThrow();
            compare(state, key, sources.get(key), versions.get(i), captured.get(key));
        }
        phase = suspects.isEmpty() ? Phase.DONE : Phase.WRITE;
    }

    private Version versionFor(CopyState state, SourceKey key, @Nullable Version captured) {
        Version version = new Version(active.epoch(), Position.ZERO);
        if (captured != null) {
            version = version.max(captured);
        }
        Optional<Version> labelled =
                state.parsedLabel().filter(label -> label.isOf(key)).flatMap(Label::parsedVersion);
        return labelled.isPresent() ? version.max(labelled.get()) : version;
    }

    private Optional<Position> notBefore(List<Version> versions) {
        return versions.stream()
                .filter(version -> version.epoch().equals(active.epoch()))
                .map(Version::position)
                .filter(position -> !position.equals(Position.ZERO))
                .max(Position::compareTo);
    }

    private void compare(
            CopyState state, SourceKey key, @Nullable Doc source, Version version, @Nullable Version captured) {
        if (version.epoch().compareTo(active.epoch()) > 0) {
            // the key was captured under a later revision: this one's projection must not get that epoch's label (R6)
            conclude(state, CheckOutcome.Kind.SUPERSEDED, List.of(), null, null);
            return;
        }
        if (source == null || !active.model().source().includes(source)) {
            conclude(state, CheckOutcome.Kind.ORPHANED, List.of(), null, null);
            return;
        }
        Projected expected = Projection.of(definition.copy(), source);
        Comparison comparison = comparison();
        List<FieldPath> differences = state.occurrences().stream()
                .flatMap(occurrence -> expected.differences(occurrence, comparison).stream())
                .distinct()
                .toList();
        boolean labelIsOld = captured != null && Label.mayBeReplaced(state.label(), key, captured);
        if (differences.isEmpty() && (goal == Goal.LOOK || !labelIsOld)) {
            conclude(state, CheckOutcome.Kind.EQUAL, differences, expected, null);
        } else if (goal == Goal.LOOK) {
            conclude(state, CheckOutcome.Kind.DIFFERENT, differences, expected, null);
        } else {
            suspects.add(new Suspect(state, key, expected, differences, version));
        }
    }

    private void write() {
        List<CheckResult> results = parts.stores()
                .copies(definition.copy().at().store())
                .check(suspects.stream().map(this::toWrite).toList());
        for (int i = 0; i < results.size(); i++) {
            Suspect suspect = suspects.get(i);
            CheckResult result = results.get(i);
            if (result instanceof Applied) {
                CheckOutcome.Kind kind =
                        suspect.differences().isEmpty() ? CheckOutcome.Kind.RELABELLED : CheckOutcome.Kind.FIXED;
                conclude(suspect, kind, null);
            } else if (result instanceof Failed failed && !failed.cause().passesByItself()) {
                conclude(suspect, CheckOutcome.Kind.FAILED, failed.cause());
            } else if (rounds + 1 >= MOST_ROUNDS) {
                conclude(suspect, CheckOutcome.Kind.CONFLICT, null);
            } else {
                open.add(suspect.state().record());
            }
        }
        rounds++;
        dropOutcomesOfOpenRecords();
        phase = open.isEmpty() ? Phase.DONE : Phase.READ_COPIES;
    }

    /** With elements one record can have several states: when one of them starts again, all of them do. */
    private void dropOutcomesOfOpenRecords() {
        outcomes.removeIf(outcome -> open.contains(outcome.record()));
    }

    private CheckWrite toWrite(Suspect suspect) {
        return new CheckWrite(
                definition,
                suspect.state().record(),
                suspect.pointer(),
                suspect.state().label(),
                suspect.expected(),
                Label.of(suspect.pointer(), suspect.version(), parts.nonces().next()));
    }

    private Comparison comparison() {
        StoreName source = definition.model().source().at().store();
        return parts.stores().areOfOneKind(source, definition.copy().at().store())
                ? Comparison.STRICT
                : Comparison.LENIENT;
    }

    private void conclude(Suspect suspect, CheckOutcome.Kind kind, @Nullable StoreException cause) {
        conclude(suspect.state(), kind, suspect.differences(), suspect.expected(), cause);
    }

    private void conclude(
            CopyState state,
            CheckOutcome.Kind kind,
            List<FieldPath> differences,
            @Nullable Projected expected,
            @Nullable StoreException cause) {
        outcomes.add(new CheckOutcome(state.record(), kind, state.pointer(), differences, state, expected, cause));
    }
}
