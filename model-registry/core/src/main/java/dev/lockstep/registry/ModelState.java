package dev.lockstep.registry;

/** The life cycle of a registered model. */
public enum ModelState {
    /** No full check or fill has ended yet: nothing is known about the copies. */
    UNVERIFIED,
    /** A fill is running beside live changes. */
    FILLING,
    /** Copies are kept in step. */
    ACTIVE,
    /** Capture goes on and remembers each changed key; nothing is written. */
    PAUSED,
    /** Something outside must be mended first; the reason says what. */
    BROKEN,
    /** No longer kept in step; its revisions are kept. */
    DELETED
}
