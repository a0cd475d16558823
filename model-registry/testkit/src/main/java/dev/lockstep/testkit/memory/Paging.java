package dev.lockstep.testkit.memory;

/**
 * How event writes are cut.
 *
 * @param size copies that one call writes for each event write; 0 = all of them
 * @param lookUpApart true when the first call only looks the copies up, so that anything may happen between the look-up
 *     and the first write
 */
public record Paging(int size, boolean lookUpApart) {
    /** All copies in one call. */
    public static Paging none() {
        return new Paging(0, false);
    }

    /** The look-up in a call of its own, then one copy in each call: every interleaving can happen. */
    public static Paging copyByCopy() {
        return new Paging(1, true);
    }

    /** {@code size} copies in each call; the first one looks them up too. */
    public static Paging of(int size) {
        return new Paging(size, false);
    }
}
