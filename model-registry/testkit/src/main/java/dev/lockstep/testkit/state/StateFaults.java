package dev.lockstep.testkit.state;

import dev.lockstep.state.StateException;

/**
 * Called around every change of an {@link InMemoryStateStore} by its name, such as {@code checkpoints.save}; reads are
 * not told. Called inside the store's lock.
 */
public interface StateFaults {
    /** Before the change: throwing a {@link StateException} leaves everything as it was. */
    default void before(String change) throws StateException {}

    /** After the change: throwing leaves the caller in doubt about the outcome. */
    default void after(String change) throws StateException {}

    /** No faults. */
    static StateFaults none() {
        return new StateFaults() {};
    }
}
