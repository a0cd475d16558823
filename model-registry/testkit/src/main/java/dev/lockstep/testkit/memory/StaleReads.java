package dev.lockstep.testkit.memory;

import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CollectionRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes reads of sources return an older state; by default none does. */
public interface StaleReads {
    /** Every read returns the present state. */
    static StaleReads none() {
        return new StaleReads() {};
    }

    /** The position as of which this record is read, or {@code null} for the present. */
    default @Nullable Position asOf(CollectionRef collection, RecordKey record, Optional<Position> notBefore) {
        return null;
    }

    /** Whether a read is never older than the {@code notBefore} it was given (rule R10). */
    default boolean honoursNotBefore() {
        return true;
    }
}
