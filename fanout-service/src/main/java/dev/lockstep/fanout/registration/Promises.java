package dev.lockstep.fanout.registration;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Copy.Guard;
import dev.lockstep.registry.Copy.Mode;
import dev.lockstep.registry.Copy.Strategy;
import java.util.ArrayList;
import java.util.List;

/** What holds for a copy definition as it is registered. */
final class Promises {
    private Promises() {}

    static List<String> of(Copy copy, boolean lookupLags) {
        List<String> promises = new ArrayList<>();
        if (copy.mode() == Mode.OBSERVE) {
            promises.add("Nothing is written: lag and drift are measured only.");
            return promises;
        }
        promises.add(convergence(copy));
        if (lookupLags && copy.strategy() == Strategy.STREAM) {
            promises.add("The look-up lags behind its collection: inserted and moved copies are checked again after"
                    + " lockstep.lookup.wait. P1 holds as long as the lag is shorter; lockstep.lookup.lag measures it,"
                    + " and a longer one opens a gap.");
        }
        promises.add(
                copy.guard() == Guard.VERSION
                        ? "P2: an event never replaces a newer labelled position of the same source."
                        : "P2 does not hold with guard timestamp: an older event may replace a newer value.");
        promises.add("P5: a write touches the registered fields and the label only.");
        promises.add("P6: copies are found by the access path named here; when it is gone the copy is BROKEN, never"
                + " scanned.");
        return promises;
    }

    private static String convergence(Copy copy) {
        if (copy.strategy() == Strategy.REPAIR) {
            return "P1 after a repair run: no stream is opened, the repair job reconciles the copies.";
        }
        return copy.watch()
                ? "P1: once a source stops changing, every copy equals its projection, without a repair run."
                : "P1 after the next repair run, because the copies are not watched (watch: false).";
    }
}
