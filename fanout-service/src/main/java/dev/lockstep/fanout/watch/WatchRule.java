package dev.lockstep.fanout.watch;

import dev.lockstep.change.Change;
import dev.lockstep.registry.CopyDefinition;

/** Decides what a change in a copies' collection means for one copy definition. */
@FunctionalInterface
public interface WatchRule {
    /** The decision. */
    Decision decide(Change change, CopyDefinition definition);

    /** What to do. */
    enum Decision {
        /** Nothing that this definition watches was changed. */
        IGNORE,
        /** Our own write came back: nothing to do, nothing to read. */
        OWN_WRITE,
        /** The copy is new or moved: it may never have been right. */
        CHECK_NEW,
        /** Somebody else changed a registered field or the label, or saved the whole record. */
        CHECK_FOREIGN
    }
}
