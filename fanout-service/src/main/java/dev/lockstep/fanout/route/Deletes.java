package dev.lockstep.fanout.route;

import dev.lockstep.change.Version;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.DeleteStore.PendingDelete;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Where deletes of sources wait until they are due (rule R8). */
public final class Deletes {
    private final DeleteStore store;
    private final Clock clock;
    private final Duration wait;

    /** Deletes are due {@code wait} after they were captured. */
    public Deletes(DeleteStore store, Clock clock, Duration wait) {
        this.store = store;
        this.clock = clock;
        this.wait = wait;
    }

    /** The copy definitions on which a delete of a source has an effect: those that do not keep their copies. */
    public static List<CopyDefinition> affected(ActiveModel active) {
        return active.model().streamed().stream()
                .filter(definition -> definition.copy().mode() == Copy.Mode.ENFORCE)
                .filter(definition -> definition.copy().onSourceDelete() != Copy.OnSourceDelete.KEEP)
                .toList();
    }

    /** A delete to {@link #add}. */
    PendingDelete of(ActiveModel active, SourceKey key, Version version, Instant committedAt) {
        return new PendingDelete(
                0,
                active.name(),
                key.canonical(),
                version,
                committedAt,
                clock.instant().plus(wait),
                DeleteStore.State.WAITING,
                0);
    }

    /** Stores deletes; throws StateException, after which they may be added again. */
    public void add(List<PendingDelete> deletes) {
        if (!deletes.isEmpty()) {
            store.add(deletes);
        }
    }

    /** Stores the delete of a source if it has an effect. */
    public void add(ActiveModel active, SourceKey key, Version version, Instant committedAt) {
        if (!affected(active).isEmpty()) {
            store.add(List.of(of(active, key, version, committedAt)));
        }
    }
}
