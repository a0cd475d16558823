package dev.lockstep.testkit.memory;

/** When secondary indexes show a change. */
public enum IndexVisibility {
    /** At once. */
    IMMEDIATE,
    /**
     * Only after {@link MemoryStore#showIndex}: until then an inserted copy is not found, and a moved or deleted one is
     * still found where it was, as with an index that is eventually consistent.
     */
    LAGGING
}
