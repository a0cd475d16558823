package dev.lockstep.repair.run;

import java.util.OptionalDouble;

/**
 * How many copies a repair may change without asking: a share of those compared.
 *
 * @param share as it was asked for; empty for 5 %, but never fewer than {@link #FEW} copies
 * @param confirmed true when everything may be changed
 */
record FixBudget(OptionalDouble share, boolean confirmed) {
    static final long FEW = 100;
    private static final double USUAL = 0.05;

    long of(long compared) {
        long copies = (long) Math.floor(share.orElse(USUAL) * compared);
        return share.isPresent() ? copies : Math.max(FEW, copies);
    }

    boolean allows(long copies, long compared) {
        return confirmed || copies <= of(compared);
    }
}
