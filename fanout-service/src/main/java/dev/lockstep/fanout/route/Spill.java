package dev.lockstep.fanout.route;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.state.StateException;
import dev.lockstep.state.TaskStore;
import dev.lockstep.state.WaitingKeyStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much waits in the state store instead of in memory: large fan-outs, and keys of what is paused, broken or down. A
 * step counts it; between two counts it may grow past the limit by what is read meanwhile.
 */
public final class Spill implements Step {
    private static final Logger log = LoggerFactory.getLogger(Spill.class);

    private final TaskStore tasks;
    private final WaitingKeyStore waiting;
    private final long most;
    private volatile long rows;

    /** Nothing waits until the first count; full at {@code most} rows. */
    public Spill(TaskStore tasks, WaitingKeyStore waiting, long most) {
        this.tasks = tasks;
        this.waiting = waiting;
        this.most = most;
    }

    @Override
    public Outcome step() {
        try {
            long large = tasks.counts().values().stream()
                    .mapToLong(count -> count.running() + count.paused())
                    .sum();
            rows = large
                    + waiting.counts().values().stream()
                            .mapToLong(Long::longValue)
                            .sum();
        } catch (StateException e) {
            log.debug("Could not count what waits in the state store: {}. It is counted again.", e.getMessage());
        }
        return Outcome.IDLE;
    }

    /** True when no more may be added: then the streams are read no further (P4). */
    public boolean isFull() {
        return rows >= most;
    }
}
