package dev.lockstep.fanout.failure;

import dev.lockstep.change.RecordKey;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.DeadLetterStore;
import java.time.Clock;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Adds dead letters, and closes them when a later write of their copy succeeds, without asking the state store each
 * time.
 */
public final class DeadLetters {
    private static final int PAGE = 500;

    /** Copies of one source that have open letters. */
    private record Owner(ModelName model, CopyName copy, String sourceKey) {}

    private final DeadLetterStore store;
    private final Signals signals;
    private final Clock clock;
    private final Set<Owner> open = new HashSet<>();

    /** Reads nothing yet: see {@link #load}. */
    public DeadLetters(DeadLetterStore store, Signals signals, Clock clock) {
        this.store = store;
        this.signals = signals;
        this.clock = clock;
    }

    /** Reads which sources have open letters; called once at start. */
    public void load() {
        long after = 0;
        while (true) {
            var page = store.list(Optional.empty(), after, PAGE);
            synchronized (open) {
                page.forEach(letter -> open.add(new Owner(letter.model(), letter.copy(), letter.sourceKey())));
            }
            if (page.size() < PAGE) {
                return;
            }
            after = page.get(page.size() - 1).id();
        }
    }

    /**
     * Stores a letter durably; {@code record} is the copy's canonical key, or {@code *} when all copies of the key
     * failed.
     */
    public void add(CopyDefinition definition, SourceKey key, String record, Throwable cause) {
        add(definition, key.canonical(), record, cause);
    }

    /** Stores a letter of a copy whose source is not known, because the copy itself could not be read. */
    public void add(CopyDefinition definition, RecordKey record, Throwable cause) {
        add(definition, "", record.canonical(), cause);
    }

    private void add(CopyDefinition definition, String key, String record, Throwable cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        store.add(definition.model().name(), definition.copy().name(), key, record, message, clock.instant());
        synchronized (open) {
            open.add(new Owner(definition.model().name(), definition.copy().name(), key));
        }
        signals.failed(definition);
    }

    /** All copies of this source were written: its letters are closed. */
    public void written(CopyDefinition definition, SourceKey key) {
        Owner owner = new Owner(definition.model().name(), definition.copy().name(), key.canonical());
        synchronized (open) {
            if (!open.contains(owner)) {
                return;
            }
        }
        store.closeWritten(owner.model(), owner.copy(), owner.sourceKey(), clock.instant());
        synchronized (open) {
            open.remove(owner);
        }
    }
}
