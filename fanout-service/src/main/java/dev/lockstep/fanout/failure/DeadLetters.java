package dev.lockstep.fanout.failure;

import dev.lockstep.change.RecordKey;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.DeadLetterStore;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Adds dead letters, and closes them when a later write of their copy succeeds, without asking the state store each
 * time. Safe for many threads: a check can add a letter of a source while its copies are being written, so letters are
 * numbered, and a write closes only what was there when it began.
 */
public final class DeadLetters {
    private static final int PAGE = 500;

    /** Copies of one source that have open letters. */
    private record Owner(ModelName model, CopyName copy, String sourceKey) {}

    private final DeadLetterStore store;
    private final Signals signals;
    private final Clock clock;
    /** The number of the newest letter of each owner. */
    private final Map<Owner, Long> open = new ConcurrentHashMap<>();

    private long newest;

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
            page.forEach(letter -> open.put(new Owner(letter.model(), letter.copy(), letter.sourceKey()), 0L));
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
        Owner owner = new Owner(definition.model().name(), definition.copy().name(), key);
        synchronized (this) {
            store.add(owner.model(), owner.copy(), key, record, message, clock.instant());
            open.put(owner, ++newest);
        }
        signals.failed(definition);
    }

    /** Taken before a write begins, for {@link #written}. */
    public synchronized long newest() {
        return newest;
    }

    /**
     * All copies of this source were written: its letters are closed, unless one came after {@code since} and tells of
     * this write or of something that happened beside it. Then the next write closes them.
     */
    public void written(CopyDefinition definition, SourceKey key, long since) {
        Owner owner = new Owner(definition.model().name(), definition.copy().name(), key.canonical());
        if (!open.containsKey(owner)) {
            return;
        }
        synchronized (this) {
            if (open.getOrDefault(owner, Long.MAX_VALUE) <= since) {
                store.closeWritten(owner.model(), owner.copy(), owner.sourceKey(), clock.instant());
                open.remove(owner);
            }
        }
    }
}
