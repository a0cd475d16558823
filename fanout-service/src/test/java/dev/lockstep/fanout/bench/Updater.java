package dev.lockstep.fanout.bench;

import java.util.Random;

/** A way to keep copies right, cut into steps so that it can be interleaved, crashed and doubled. */
interface Updater {
    /** The application renames a customer. */
    void rename(String customer);

    /** One step of one of its parts; false when there was nothing to do. */
    boolean step(Random random);

    /** Its process dies and starts again. */
    void crash();

    /** A second process takes over while the first still finishes what it holds. */
    void takeOver();
}
