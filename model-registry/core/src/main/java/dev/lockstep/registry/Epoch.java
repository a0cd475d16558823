package dev.lockstep.registry;

/**
 * The major part of a label's version: raised whenever positions before and after are not comparable (rule R6).
 *
 * @param number 0 to 9,999,999,999
 */
public record Epoch(long number) implements Comparable<Epoch> {
    /**
     * 2020-01-01T00:00:00Z in seconds since 1970: epochs are allocated as seconds since then, or the last one plus 1.
     */
    public static final long ORIGIN = 1_577_836_800L;

    private static final long LARGEST = 9_999_999_999L;

    public Epoch {
        if (number < 0 || number > LARGEST) {
            throw new IllegalArgumentException("an epoch has at most 10 digits, but was " + number);
        }
    }

    /**
     * The epoch after {@code last}: max(last + 1, seconds since 2020), so that it grows even after a lost state store.
     *
     * @param last the last epoch allocated, 0 if none is known
     * @param nowSeconds seconds since 1970
     */
    public static Epoch after(long last, long nowSeconds) {
        return new Epoch(Math.max(last + 1, nowSeconds - ORIGIN));
    }

    /** Ten digits. */
    public String text() {
        return String.format("%010d", number);
    }

    @Override
    public int compareTo(Epoch other) {
        return Long.compare(number, other.number);
    }
}
