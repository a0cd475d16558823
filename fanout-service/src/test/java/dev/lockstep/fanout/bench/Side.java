package dev.lockstep.fanout.bench;

import java.util.List;

/** One of the contenders, with its data: customers with the same number of orders each. */
interface Side extends AutoCloseable {
    /** Makes so many customers {@code c0}, {@code c1}, … with so many orders each, and starts to listen. */
    void begin(int customers, int orders);

    /** Renames customers, one statement each. */
    void rename(List<Integer> customers, String name);

    /** Copies written so far. */
    long written();

    /** Waits until whatever followed from the renames has come to rest, echoes included. */
    void settle();

    /** Orders that do not carry this name. */
    long wrong(String name);

    /** Nanoseconds spent inside a server that this side talks to; 0 where there is none. */
    long busyNanos();

    @Override
    void close();
}
