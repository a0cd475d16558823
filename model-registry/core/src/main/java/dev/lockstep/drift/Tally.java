package dev.lockstep.drift;

/**
 * What a detection counted, by record.
 *
 * @param seen records taken in
 * @param right compared and as they should be
 * @param passed of the right ones, those that were suspects for a while: lag, not drift
 * @param drifted compared and wrong
 * @param tolerated orphans that are allowed to stay
 * @param moving given up, because source or copy changed at every look
 * @param withoutPointer they name no source
 * @param outOfScope {@code where} does not hold for them, so they are no copies
 * @param unreadable labelled by a newer release or a later epoch: left alone
 */
public record Tally(
        long seen,
        long right,
        long passed,
        long drifted,
        long tolerated,
        long moving,
        long withoutPointer,
        long outOfScope,
        long unreadable) {
    /** Nothing yet. */
    public static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Copies whose state is known. */
    public long compared() {
        return right + drifted + tolerated;
    }

    /** Copies of which nothing could be said. */
    public long undecided() {
        return moving + unreadable;
    }

    /** The sum. */
    public Tally plus(Tally other) {
        return new Tally(
                seen + other.seen,
                right + other.right,
                passed + other.passed,
                drifted + other.drifted,
                tolerated + other.tolerated,
                moving + other.moving,
                withoutPointer + other.withoutPointer,
                outOfScope + other.outOfScope,
                unreadable + other.unreadable);
    }
}
