package dev.lockstep.embedded;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes each change as it happens: to the log at once, or into the running transaction. Called under the server's lock.
 */
final class ChangeRecorder {
    private final ChangeLog log;
    private @Nullable Transaction current;

    ChangeRecorder(ChangeLog log) {
        this.log = log;
    }

    /** From now on changes belong to this transaction, or to none. */
    void within(@Nullable Transaction transaction) {
        current = transaction;
    }

    /** Records a change; {@code undo} takes it back should its transaction abort. */
    void record(ChangeEvent change, Runnable undo) {
        if (current == null) {
            log.append(List.of(change), null);
        } else {
            current.add(change, undo);
        }
    }
}
