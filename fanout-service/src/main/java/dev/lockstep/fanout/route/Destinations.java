package dev.lockstep.fanout.route;

import dev.lockstep.fanout.lanes.Lanes;
import dev.lockstep.fanout.watch.CheckQueue;
import dev.lockstep.fanout.watch.LookupLag;
import dev.lockstep.fanout.watch.SecondChecks;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.WaitingKeyStore;

/**
 * Where routed work goes.
 *
 * @param lanes source keys to be written
 * @param checks copies to be checked
 * @param lagging copies that a lagging look-up may not show yet
 * @param waiting keys of models that do not run, and of second checks
 * @param deletes deletes of sources
 * @param tasks fan-outs that are too large for one go
 * @param spill how much waits in the state store
 */
public record Destinations(
        Lanes lanes,
        CheckQueue checks,
        Lagging lagging,
        WaitingKeyStore waiting,
        Deletes deletes,
        TaskStore tasks,
        Spill spill) {
    /**
     * Where a look-up lags.
     *
     * @param second which copies are checked a second time
     * @param lag measures by how much
     */
    public record Lagging(SecondChecks second, LookupLag lag) {}

    /** Everything that is held in memory. */
    public int size() {
        return lanes.size() + checks.size();
    }
}
