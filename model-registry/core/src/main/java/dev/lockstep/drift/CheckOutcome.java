package dev.lockstep.drift;

import dev.lockstep.change.RecordKey;
import dev.lockstep.projection.Projected;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.FieldPath;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a check found, and did.
 *
 * @param record the record
 * @param kind the result
 * @param pointer the source key that the copy names, if it names one
 * @param differences registered fields that were not as they should be
 * @param seen the copy as the check last read it
 * @param expected what the registered fields should be, when the source was read
 * @param cause why it failed, for {@link Kind#FAILED}
 */
public record CheckOutcome(
        RecordKey record,
        Kind kind,
        Optional<SourceKey> pointer,
        List<FieldPath> differences,
        CopyState seen,
        @Nullable Projected expected,
        @Nullable StoreException cause) {
    public CheckOutcome {
        differences = List.copyOf(differences);
    }

    /** Results of a check. */
    public enum Kind {
        /** The copy is as it should be. */
        EQUAL,
        /** The copy was right, but its label was older than what is known; the label was raised. */
        RELABELLED,
        /** The copy was wrong and is right now. */
        FIXED,
        /** The copy is wrong; the check was asked not to write. */
        DIFFERENT,
        /** It names a source that does not exist, or that {@code where} leaves out; never deleted by a check. */
        ORPHANED,
        /** It names no source. */
        NO_POINTER,
        /** Its own {@code where} does not hold: it is no copy. */
        OUT_OF_SCOPE,
        /** A newer release labelled it in a format unknown here: left alone. */
        NEWER_FORMAT,
        /** Its label is of a later epoch: the model was revised since this check began; left alone. */
        SUPERSEDED,
        /** It changed faster than it could be checked; to be checked again. */
        CONFLICT,
        /** The store refused the write for good. */
        FAILED;

        /** True when the copy's registered fields are known to be right now. */
        public boolean isRight() {
            return this == EQUAL || this == RELABELLED || this == FIXED;
        }
    }
}
