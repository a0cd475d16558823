package dev.lockstep.registry;

import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One copy definition of a model: which records are copies of the source, how they are found, and what they hold.
 *
 * @param name unique in the model
 * @param at the collection
 * @param pointer the source-of-truth pointer: how a copy (or, with elements, an element) spells its source key
 * @param find how the copies of one source are found
 * @param elements where in the record the copy sits, or {@code null} for the record itself
 * @param where which records are copies; checked in the write's condition, never widens the access path
 * @param fields the registered fields, never empty, none overlapping
 * @param strategy how the copies are kept right
 * @param mode whether anything is written
 * @param writer who writes the transaction, for {@link Strategy#TRANSACTION} only
 * @param onSourceDelete what a delete of the source does to its copies
 * @param mark what {@link OnSourceDelete#MARK} sets
 * @param onMissing what a field becomes that the source lacks
 * @param guard what protects a copy from older writes
 * @param watch whether changes of the copies are watched and checked
 * @param sensitive registered fields whose values are masked wherever people look
 * @param slo the objectives, or {@code null}
 * @param repair the repair plan, or {@code null}
 * @param writtenBy free text: the code path that makes the copies
 * @param reads free text: how the copies are read
 */
public record Copy(
        CopyName name,
        CollectionRef at,
        KeyPattern pointer,
        Find find,
        @Nullable Elements elements,
        Filter where,
        List<FieldRule> fields,
        Strategy strategy,
        Mode mode,
        @Nullable Writer writer,
        OnSourceDelete onSourceDelete,
        Map<FieldPath, Value> mark,
        OnMissing onMissing,
        Guard guard,
        boolean watch,
        Set<FieldPath> sensitive,
        @Nullable Slo slo,
        @Nullable RepairPlan repair,
        @Nullable String writtenBy,
        @Nullable Reads reads) {
    public Copy {
        fields = List.copyOf(fields);
        mark = Map.copyOf(mark);
        sensitive = Set.copyOf(sensitive);
    }

    /** The paths that Lockstep writes: the registered fields, and what {@link OnSourceDelete#MARK} sets. */
    public List<FieldPath> written() {
        return Stream.concat(fields.stream().map(FieldRule::target), mark.keySet().stream())
                .toList();
    }

    /** This definition with another way to find its copies: the choice that was made for one that left it out. */
    public Copy foundBy(Find chosen) {
        return new Copy(
                name,
                at,
                pointer,
                chosen,
                elements,
                where,
                fields,
                strategy,
                mode,
                writer,
                onSourceDelete,
                mark,
                onMissing,
                guard,
                watch,
                sensitive,
                slo,
                repair,
                writtenBy,
                reads);
    }

    /** How copies are kept right. */
    public enum Strategy {
        TRANSACTION,
        STREAM,
        REPAIR
    }

    /** Whether copies are written, or lag and drift only measured. */
    public enum Mode {
        ENFORCE,
        OBSERVE
    }

    /** Who writes source and copies in one transaction. */
    public enum Writer {
        LOCKSTEP,
        APPLICATION
    }

    /** What a delete of the source does to its copies. */
    public enum OnSourceDelete {
        KEEP,
        UNSET,
        DELETE,
        MARK
    }

    /** What a registered field becomes when the source lacks it; with KEEP it is not compared either. */
    public enum OnMissing {
        UNSET,
        NULL,
        KEEP
    }

    /** What protects a copy from older writes. */
    public enum Guard {
        VERSION,
        TIMESTAMP
    }

    /**
     * Objectives.
     *
     * @param freshness 99 % of changes reach the last copy within this, over 5 minutes
     * @param drift tolerated share of wrong copies, 0 to 1
     */
    public record Slo(
            @Nullable Duration freshness, @Nullable Double drift) {}

    /**
     * When copies are compared.
     *
     * @param full a full run at least this often
     * @param sampleEvery a sample this often
     * @param sampleSize copies per sample
     */
    public record RepairPlan(
            @Nullable Duration full,
            @Nullable Duration sampleEvery,
            @Nullable Integer sampleSize) {}

    /** How the application reads the copies: a description and a rate per second. */
    public record Reads(@Nullable String pattern, @Nullable Double perSecond) {}
}
