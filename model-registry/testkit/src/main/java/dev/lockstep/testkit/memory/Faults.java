package dev.lockstep.testkit.memory;

import dev.lockstep.change.RecordKey;

/**
 * Called around every operation of an {@link InMemoryConnector}; what it throws is what the caller gets. Called by many
 * threads, inside the store's lock except for {@link Operation#POLL}'s wait.
 */
public interface Faults {
    /** Before the operation had any effect: throwing fails it without one. */
    default void before(Operation operation) {}

    /** After the operation had its effect: throwing leaves the caller in doubt about the outcome. */
    default void after(Operation operation) {}

    /** Before one copy is written by an event write or a check: throwing a StoreException fails that copy only. */
    default void beforeWriteOf(RecordKey record) {}

    /** No faults. */
    static Faults none() {
        return new Faults() {};
    }
}
