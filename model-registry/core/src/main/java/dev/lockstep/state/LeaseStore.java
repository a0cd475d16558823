package dev.lockstep.state;

import java.time.Duration;
import java.util.Optional;

/** Leases with fencing, by the state store's own clock. */
public interface LeaseStore {
    /**
     * Takes a lease that is free, expired, or already this owner's (which renews it and keeps its fence).
     *
     * @param name what is owned, at most 200 characters
     * @param owner who, unique per process start
     * @return the lease, or empty while somebody else holds it
     */
    Optional<Lease> acquire(String name, String owner, Duration length);

    /** Extends a lease; false when it was lost, after which the holder must stop. */
    boolean renew(Lease lease, Duration length);

    /** Gives a lease back at once; does nothing when it was lost. */
    void release(Lease lease);

    /** The present owner, if the lease is held. */
    Optional<String> owner(String name);

    /**
     * A lease held.
     *
     * @param fence grows with every change of owner
     */
    record Lease(String name, String owner, long fence) {}
}
