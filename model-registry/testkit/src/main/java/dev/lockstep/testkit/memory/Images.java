package dev.lockstep.testkit.memory;

/** What the changes of a {@link MemoryStore} carry besides what was touched. */
public enum Images {
    /** The record before and after. */
    FULL,
    /** The record after. */
    AFTER,
    /** Updates carry neither, as in MongoDB without post-images; inserts and replaces carry the record after. */
    NONE
}
