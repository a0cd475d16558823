package dev.lockstep.fanout.lanes;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.fanout.checkpoint.Tickets;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one source key of one model that wait to be applied, merged into one.
 *
 * @param active the model as it was when the newest of them was routed; its epoch is the version's
 * @param version the newest version
 * @param image the source record at exactly that version, {@code null} when it must be read (or is gone)
 * @param removed true when the source is gone, or is no source any more
 * @param copies copy definitions that must be written
 * @param oldestCommit commit time of the oldest of them, for freshness
 * @param tickets hold back the checkpoint
 * @param attempts how often applying failed
 */
public record Routed(
        ActiveModel active,
        SourceKey key,
        Version version,
        @Nullable Doc image,
        boolean removed,
        Set<CopyName> copies,
        Instant oldestCommit,
        Tickets tickets,
        int attempts) {
    public Routed {
        copies = Set.copyOf(copies);
    }

    LaneKey laneKey() {
        return new LaneKey(active.name(), key);
    }

    /** The position in the source's stream. */
    public Position position() {
        return version.position();
    }

    /** The same, after one more failed attempt. */
    public Routed failedOnce() {
        return new Routed(active, key, version, image, removed, copies, oldestCommit, tickets, attempts + 1);
    }
}
