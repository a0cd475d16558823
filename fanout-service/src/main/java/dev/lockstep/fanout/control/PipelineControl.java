package dev.lockstep.fanout.control;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Commands to the running pipeline. Safe for many threads; calls that read or write a store block and throw
 * {@code StoreException}; unknown models are an IllegalArgumentException.
 */
public interface PipelineControl {
    /** Reads the registered models again, after one was added, changed, paused, resumed or deleted. Returns at once. */
    void modelsChanged();

    /**
     * Asks for a fill (rule R7) of all copies of a model; runs beside live changes, resumes after a restart.
     *
     * @return the id of its run in the state store
     */
    long fill(ModelName model);

    /**
     * Takes a store as restored from a backup: each model with a stream of it gets a new epoch (rule R6) and a gap,
     * which a check of all its copies closes.
     *
     * @return the models
     */
    List<ModelName> restored(StoreName store, String reason);

    /**
     * Checks all copies of one source now and puts them right (rule R3), page by page; answers what it found and wrote.
     */
    Checked check(ModelName model, SourceKey key);

    /**
     * One source and its copies as they are now; writes nothing.
     *
     * @param mostCopies so many copies are shown, at most
     * @param all true to look at every copy, also at those not shown; else no more are read than shown
     */
    SourceView look(ModelName model, SourceKey key, int mostCopies, boolean all);

    /** Replays a dead letter by a check and closes it on success. */
    Checked replay(long deadLetter);

    /**
     * What a check found and wrote.
     *
     * @param outcomes how many copies had each outcome
     * @param copies some of them, those first that are wrong, then those that were written
     * @param truncated true when not every copy is among them
     */
    record Checked(Map<String, Long> outcomes, List<CheckedCopy> copies, boolean truncated) {}

    /**
     * A copy that was checked.
     *
     * @param record canonical text of the record's key
     * @param outcome equal, fixed, orphaned, no-pointer, out-of-scope, newer-format, conflict or failed
     * @param differences registered fields that were not as they should be
     */
    record CheckedCopy(
            CopyName copy,
            String record,
            String outcome,
            List<FieldPath> differences,
            @Nullable String detail) {}

    /** Whether there is a source. */
    enum SourceState {
        /** There is. */
        PRESENT,
        /** No record has this key. */
        ABSENT,
        /** A record has this key; {@code where} or {@code deletedWhen} says that it is no source. */
        EXCLUDED
    }

    /**
     * One source and its copies.
     *
     * @param source the source's watched attributes, empty unless it is present
     * @param newestCaptured the newest version of this key that was captured since start, if any
     * @param current true when every copy that was looked at is as it should be
     * @param truncated true when there are more copies than were asked for
     */
    record SourceView(
            SourceState state,
            Optional<Doc> source,
            Optional<String> newestCaptured,
            List<CopyView> copies,
            boolean current,
            boolean truncated) {}

    /**
     * A copy as it is.
     *
     * @param version the label's version, if it has one
     * @param outcome as of {@link CheckedCopy}, or different
     * @param current true when all registered fields are as they should be
     */
    record CopyView(
            CopyName copy,
            String record,
            Doc values,
            Optional<String> version,
            String outcome,
            boolean current,
            List<FieldPath> differences) {}
}
