package dev.lockstep.store;

import dev.lockstep.change.Label;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.projection.Projected;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds, reads and writes copies. Every look-up and write names its index or key: when it is gone the call fails with
 * ACCESS_PATH_LOST and nothing is scanned (promise P6). Writes are durable in the store's strongest sense when they
 * return, touch the registered fields and the label only (P5), and never create a record (rule R9). All writes are
 * idempotent.
 */
public interface CopyStore {
    /**
     * Event writes (rule R1). Each one reaches every copy of its key whose condition holds, each copy in one
     * conditional operation of the store: it exists, its pointer names this key, its {@code where} holds, and
     * {@link Label#mayBeReplaced its label may be replaced}. A copy whose condition does not hold is left alone, which
     * is a normal outcome.
     *
     * @param writes of distinct (definition, key) pairs of this store
     * @return one result per write, in order
     */
    List<WriteResult> write(List<EventWrite> writes);

    /**
     * Removes the copies of a deleted source (rule R8, policy {@code delete}), each in one operation under the
     * condition of an event write. Not called for definitions with elements.
     *
     * @param version the delete's position
     * @param from where a removal that was cut in pages goes on, else {@code null}
     */
    WriteResult remove(CopyDefinition definition, SourceKey key, Version version, @Nullable Cursor from);

    /** The copies of one source by the registered path, strongly read where the store can, in pages. */
    CopyPage find(CopyDefinition definition, SourceKey key, @Nullable Cursor after, int limit);

    /**
     * False where {@link #find} and event writes may miss a copy that was inserted or moved a moment ago, because the
     * look-up's index lags behind its collection; such copies are checked a second time (rule R4). Asks no store.
     */
    default boolean isConsistent(CopyDefinition definition) {
        return true;
    }

    /**
     * About how many copies a key has, as far as the look-up's index tells without reading them; empty where it does
     * not.
     */
    default OptionalLong count(CopyDefinition definition, SourceKey key) {
        return OptionalLong.empty();
    }

    /**
     * The record that is the only copy of a source, where {@code find} spells its complete primary key; empty where a
     * source may have any number of copies. Asks no store.
     */
    default Optional<RecordKey> onlyRecord(CopyDefinition definition, SourceKey key) {
        return Optional.empty();
    }

    /** A strong read of these records; a record that is gone is left out. */
    List<CopyState> read(CopyDefinition definition, Collection<RecordKey> records);

    /**
     * The writes of checks (rule R3), each conditional in one operation: the record exists, pointer and label are
     * exactly the expected ones, and {@code where} still holds.
     *
     * @return one result per write, in order
     */
    List<CheckResult> check(List<CheckWrite> writes);

    /** Parts of the copies' collection for a scan, about {@code wanted} of them. */
    List<Segment> segments(CopyDefinition definition, int wanted);

    /** Walks a segment; records without a pointer are included. */
    CopyPage scan(CopyDefinition definition, Segment segment, @Nullable Cursor after, int limit);

    /** About {@code size} copies drawn at random, each with the same chance as far as the store can. */
    List<CopyState> sample(CopyDefinition definition, int size);

    /**
     * An event write.
     *
     * @param definition which copies
     * @param key whose copies
     * @param version the event's position, or position 0 of the epoch for a fill
     * @param projected the complete projection
     * @param from where a write that was cut in pages goes on, else {@code null}
     */
    record EventWrite(
            CopyDefinition definition,
            SourceKey key,
            Version version,
            Projected projected,
            @Nullable Cursor from) {}

    /**
     * What came of an event write.
     *
     * @param applied copies that were written; a store that tells only the sum of many writes has it in the first of
     *     them, by copy definition
     * @param failures copies that could not be written, each by itself; the others were
     * @param next where the write goes on when the connector cut it in pages, else empty
     * @param failed set when the write as a whole failed, and none or only some copies were written
     */
    record WriteResult(
            long applied, List<CopyFailure> failures, Optional<Cursor> next, Optional<StoreException> failed) {
        public WriteResult {
            failures = List.copyOf(failures);
        }

        /** All copies whose condition held were written. */
        public static WriteResult applied(long applied) {
            return new WriteResult(applied, List.of(), Optional.empty(), Optional.empty());
        }

        /** The write as a whole failed. */
        public static WriteResult failed(StoreException failure) {
            return new WriteResult(0, List.of(), Optional.empty(), Optional.of(failure));
        }
    }

    /** One copy that could not be written, with its key. */
    record CopyFailure(RecordKey record, StoreException cause) {}

    /** A page of copies and where to go on, empty at the end. */
    record CopyPage(List<CopyState> copies, Optional<Cursor> next) {
        public CopyPage {
            copies = List.copyOf(copies);
        }
    }

    /**
     * The write of a check.
     *
     * @param definition which copy definition
     * @param record which record
     * @param pointer the key that its pointer must still name
     * @param expectedLabel the label exactly as it was read, {@code null} when there was none
     * @param projected the complete projection
     * @param label the new label
     */
    record CheckWrite(
            CopyDefinition definition,
            RecordKey record,
            SourceKey pointer,
            @Nullable Value expectedLabel,
            Projected projected,
            Label label) {}

    /** What came of the write of a check. */
    sealed interface CheckResult permits Applied, Conflict, Failed {}

    /** The condition held and the copy was written. */
    record Applied() implements CheckResult {}

    /** The condition did not hold: the check starts again with its first read. */
    record Conflict() implements CheckResult {}

    /** The store refused it. */
    record Failed(StoreException cause) implements CheckResult {}
}
