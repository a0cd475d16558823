package dev.lockstep.repair.run;

import dev.lockstep.state.StateException;

/** The run's lease was lost: its record and its parts belong to somebody else now. */
final class TakenOver extends StateException {
    private static final long serialVersionUID = 1L;

    TakenOver(long run) {
        super(
                "Could not go on with run " + run + ": its lease ran out, and another process may have taken it over."
                        + " What this process had written stays, and is right.",
                null);
    }
}
