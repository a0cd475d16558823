package dev.lockstep.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts of runs, and the copies that a run found wrong and has not put right yet: what lets a run go on where it
 * was when its process was killed. Every change is made under the run's lease, so that a process that lost it changes
 * nothing.
 */
public interface SegmentStore {
    /**
     * Stores the parts of one copy definition, unless the run has some for it already.
     *
     * @return all parts of the copy definition, by number; empty when the lease is lost
     */
    Optional<List<Part>> plan(long run, CopyName copy, List<Segment> segments, Lease lease);

    /** All parts of one copy definition of a run, by number. */
    List<Part> parts(long run, CopyName copy);

    /**
     * Ends a part, in one transaction with what it found: a part counts as a whole or not at all. Ending it again
     * changes nothing.
     *
     * @param result what was counted, the caller's own text
     * @param wrong canonical keys of the copies that wait for their fix
     * @param rest where a part that was cut short goes on, which becomes a part of its own; empty at its end
     * @return false when the lease is lost, and nothing was changed
     */
    boolean done(Part part, String result, List<String> wrong, Optional<Cursor> rest, Lease lease);

    /** Copies of a run that wait for their fix, by id, after {@code after}. */
    List<WrongCopy> wrong(long run, CopyName copy, long after, int limit);

    /** How many copies of a run wait for their fix. */
    long wrongCount(long run, CopyName copy);

    /** Takes copies off that were looked at again; those that are gone already are passed over. */
    void settled(List<WrongCopy> copies);

    /** Forgets the parts and the wrong copies of a run that needs them no more. */
    void forget(long run);

    /**
     * A part of a run.
     *
     * @param number counted from 1 within the copy definition
     * @param segment which part of the collection
     * @param from where in the segment it begins, {@code null} for its beginning
     * @param result set once it has ended
     */
    record Part(
            long run,
            CopyName copy,
            int number,
            Segment segment,
            @Nullable Cursor from,
            @Nullable String result) {
        /** True once every copy in it has its verdict. */
        public boolean isDone() {
            return result != null;
        }
    }

    /**
     * A copy that waits for its fix.
     *
     * @param key canonical text of its record key
     */
    record WrongCopy(long id, String key) {}
}
