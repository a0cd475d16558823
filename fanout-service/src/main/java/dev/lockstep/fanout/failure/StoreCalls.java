package dev.lockstep.fanout.failure;

import dev.lockstep.registry.StoreName;
import java.util.function.Supplier;

/** Makes calls to stores, and may refuse to while a store is known to be down. */
public interface StoreCalls {
    /**
     * Makes a call.
     *
     * @throws dev.lockstep.store.StoreException the call's own, or TRANSIENT without calling while the store is taken
     *     to be down
     */
    <T> T call(StoreName store, Supplier<T> call);

    /** True while calls to the store are refused. */
    boolean refuses(StoreName store);

    /** Calls that are always made. */
    static StoreCalls direct() {
        return new StoreCalls() {
            @Override
            public <T> T call(StoreName store, Supplier<T> call) {
                return call.get();
            }

            @Override
            public boolean refuses(StoreName store) {
                return false;
            }
        };
    }
}
