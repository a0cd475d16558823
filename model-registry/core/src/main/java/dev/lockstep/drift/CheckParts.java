package dev.lockstep.drift;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Stores;

/**
 * What every check works with.
 *
 * @param stores where copies and sources are
 * @param newest what is captured
 * @param nonces for new labels
 */
public record CheckParts(Access stores, NewestCaptured newest, Nonces nonces) {
    /** The two parts of a store that a check talks to; {@link #of} gives those of configured stores. */
    public interface Access {
        /** The copies of a store. */
        CopyStore copies(StoreName store);

        /** The sources of a store. */
        RecordReader records(StoreName store);

        /** True when both type their values alike; else numbers are compared by their value. */
        default boolean areOfOneKind(StoreName one, StoreName other) {
            return one.equals(other);
        }

        /** Access to configured stores. */
        static Access of(Stores stores) {
            return new Access() {
                @Override
                public CopyStore copies(StoreName store) {
                    return stores.get(store).copies();
                }

                @Override
                public RecordReader records(StoreName store) {
                    return stores.get(store).records();
                }

                @Override
                public boolean areOfOneKind(StoreName one, StoreName other) {
                    return one.equals(other) || stores.kind(one).equals(stores.kind(other));
                }
            };
        }
    }
}
