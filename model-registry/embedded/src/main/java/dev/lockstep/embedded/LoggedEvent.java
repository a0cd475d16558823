package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.BsonTimestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change event at its place in the log.
 *
 * @param time cluster time; the events of one transaction share it
 * @param operationIndex place inside the transaction, 0 outside
 * @param wallTime when it was logged
 * @param transaction session id and number, null outside a transaction
 */
record LoggedEvent(
        BsonTimestamp time,
        long operationIndex,
        Instant wallTime,
        @Nullable TransactionId transaction,
        ChangeEvent change) {

    ResumeToken token() {
        return ResumeToken.event(time, operationIndex, change.collectionId(), change.operation(), false);
    }
}
