package dev.lockstep.testkit.contract;

/** What a store may or may not be able to do; a contract leaves out the rules of an ability that is missing. */
public enum Ability {
    /** Holds copies; a store without is a source only. */
    COPIES,
    /** Copies in the elements of lists. */
    ELEMENTS,
    /** Finds by a secondary index. */
    INDEXES,
    /** Sources named by a unique index instead of the primary key. */
    UNIQUE_INDEXES,
    /** Indexes that also hold records whose indexed attribute is null. */
    NULLS_IN_INDEXES,
    /** Streams of changes. */
    STREAMS,
    /** One stream tells of several collections, in one order. */
    ONE_STREAM,
    /** Streams that tell what an update touched. */
    TOUCHED_PATHS,
    /** Filters updates by touched paths at the store. */
    FILTERED_UPDATES,
    /** Saving whole records is told apart from updating them. */
    REPLACES,
    /** Resume points that move on while nothing that is watched changes. */
    IDLE_RESUME_POINTS,
    /** Streams that tell when a watched collection is dropped. */
    LOST_COLLECTIONS
}
