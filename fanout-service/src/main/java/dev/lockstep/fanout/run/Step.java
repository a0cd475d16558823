package dev.lockstep.fanout.run;

/**
 * A step machine: does one bounded piece of work when asked and never waits longer than the store call it makes. Driven
 * by threads in production and by an explorer of interleavings in tests; one caller at a time.
 */
@FunctionalInterface
public interface Step {
    /** Does one step. */
    Outcome step();

    /** What a step came to. */
    enum Outcome {
        /** Something was done; there may be more. */
        WORKED,
        /** There is nothing to do now. */
        IDLE
    }
}
