package dev.lockstep.fanout.watch;

import dev.lockstep.change.Change;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which copies are checked a second time (rule R4). An event write finds no copy that a lagging index does not show
 * yet: a copy that is inserted or moved while its source changes is checked at once, which is too early to know the
 * change, and missed by the change's event write. A check when the index must have caught up puts it right. Safe for
 * many threads.
 */
public final class SecondChecks {
    private final Predicate<CopyDefinition> lags;
    private final Duration wait;
    private final Clock clock;

    /**
     * Copies of definitions that lag are due {@code wait} after their change was captured, which must be longer than
     * their index lags, than an event write takes, and than a lease.
     */
    public SecondChecks(Predicate<CopyDefinition> lags, Duration wait, Clock clock) {
        this.lags = lags;
        this.wait = wait;
        this.clock = clock;
    }

    /** The key to store before the change counts as durable; empty when one check is enough. */
    public Optional<WaitingKey> of(Change change, CopyDefinition definition) {
        if (!lags.test(definition) || !change.mayTouch(definition.movingCopyPaths())) {
            return Optional.empty();
        }
        WaitingKey key = WaitingKey.of(
                definition.model().name(),
                definition.copy().name(),
                change.key().canonical(),
                change.committedAt());
        return Optional.of(key.dueAt(clock.instant().plus(wait)));
    }
}
