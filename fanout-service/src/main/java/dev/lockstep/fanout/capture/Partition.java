package dev.lockstep.fanout.capture;

import dev.lockstep.registry.StoreName;

/** One partition of one store's stream. */
record Partition(StoreName store, String name) {
    /** The name of the lease that its owner holds. */
    String leaseName() {
        return "capture/" + store + "/" + name;
    }
}
