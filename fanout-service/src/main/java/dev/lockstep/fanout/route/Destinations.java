package dev.lockstep.fanout.route;

import dev.lockstep.fanout.lanes.Lanes;
import dev.lockstep.fanout.watch.CheckQueue;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.WaitingKeyStore;

/**
 * Where routed work goes.
 *
 * @param lanes source keys to be written
 * @param checks copies to be checked
 * @param waiting keys of models that do not run
 * @param deletes deletes of sources
 * @param tasks fan-outs that are too large for one go
 * @param spill how much waits in the state store
 */
public record Destinations(
        Lanes lanes, CheckQueue checks, WaitingKeyStore waiting, Deletes deletes, TaskStore tasks, Spill spill) {
    /** Everything that is held in memory. */
    public int size() {
        return lanes.size() + checks.size();
    }
}
