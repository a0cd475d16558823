package dev.lockstep.fanout.watch;

import dev.lockstep.change.RecordKey;
import dev.lockstep.fanout.checkpoint.Tickets;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.time.Instant;

/**
 * A copy that waits for its check.
 *
 * @param foreign true when a correction counts as a foreign write
 * @param committedAt commit time of the oldest change that asked for it
 * @param notBefore not to be taken earlier, after a failure
 * @param attempts how often it failed
 */
record CheckItem(
        ModelName model,
        CopyName copy,
        RecordKey record,
        boolean foreign,
        Instant committedAt,
        Tickets tickets,
        Instant notBefore,
        int attempts) {
    /** What is merged: a copy of one definition. */
    record Key(ModelName model, CopyName copy, RecordKey record) {}

    Key key() {
        return new Key(model, copy, record);
    }

    CheckItem and(CheckItem later) {
        return new CheckItem(
                model,
                copy,
                record,
                foreign || later.foreign,
                committedAt.isBefore(later.committedAt) ? committedAt : later.committedAt,
                tickets.and(later.tickets),
                notBefore.isAfter(later.notBefore) ? notBefore : later.notBefore,
                Math.max(attempts, later.attempts));
    }

    CheckItem again(Instant when) {
        return new CheckItem(model, copy, record, foreign, committedAt, tickets, when, attempts + 1);
    }
}
