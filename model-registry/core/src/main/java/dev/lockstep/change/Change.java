package dev.lockstep.change;

import dev.lockstep.registry.CollectionRef;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One committed change of one record, as its store's stream tells it.
 *
 * @param collection where
 * @param key which record
 * @param kind what happened
 * @param before the record before, as far as it is watched; {@code null} when the stream does not carry it
 * @param after the record after, exactly at this position, as far as it is watched; {@code null} when the stream does
 *     not carry it or the record is gone
 * @param touched what an update changed; empty for other kinds and when the stream does not tell
 * @param position where in the stream; compared within one record only
 * @param committedAt commit time by the store's clock, for measuring lag only
 */
public record Change(
        CollectionRef collection,
        RecordKey key,
        Kind kind,
        @Nullable Doc before,
        @Nullable Doc after,
        Optional<Touched> touched,
        Position position,
        Instant committedAt)
        implements Captured {
    /** What happened to the record. */
    public enum Kind {
        /** It did not exist before. */
        INSERT,
        /** Some attributes were changed. */
        UPDATE,
        /** It was saved whole. */
        REPLACE,
        /** It was removed by a client. */
        DELETE,
        /** It was removed by the store's TTL. */
        EXPIRE;

        /** True when the record is gone. */
        public boolean isRemoval() {
            return this == DELETE || this == EXPIRE;
        }
    }

    /**
     * What an update changed, as far as it is watched; a connector may leave out the rest. A path into a list spells
     * the number of the element as a name: {@code items.0.productName}.
     *
     * @param set leaf paths and the values they were given; documents are flattened to their leaves, lists are not
     * @param removed paths that were removed, or whose content changed in a way the stream does not spell out
     */
    public record Touched(Map<FieldPath, Value> set, Set<FieldPath> removed) {
        public Touched {
            set = Map.copyOf(set);
            removed = Set.copyOf(removed);
        }

        /** True when some changed path overlaps {@code path}. */
        public boolean overlaps(FieldPath path) {
            return set.keySet().stream().anyMatch(path::overlaps)
                    || removed.stream().anyMatch(path::overlaps);
        }
    }

    /** False only when the stream tells that none of these paths changed. */
    public boolean mayTouch(Set<FieldPath> paths) {
        return touched.isEmpty() || paths.stream().anyMatch(touched.get()::overlaps);
    }
}
