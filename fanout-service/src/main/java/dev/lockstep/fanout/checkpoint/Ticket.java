package dev.lockstep.fanout.checkpoint;

/** Holds back the checkpoint until it is done; calling {@link #done} again does nothing. */
public interface Ticket {
    /** Everything that follows from the change is durable. */
    void done();

    /** True when this ticket holds back at least as much as {@code other}: merging keeps the older one only. */
    boolean covers(Ticket other);
}
