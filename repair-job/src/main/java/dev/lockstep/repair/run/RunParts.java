package dev.lockstep.repair.run;

import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.report.Progress;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.Stores;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * What a run works with.
 *
 * @param command what was asked for
 * @param stores where sources and copies are
 * @param state where runs and findings are kept; empty for a model file
 * @param clock the time
 * @param stop asks the run to end
 * @param progress shown while it runs
 * @param alive called every now and then while it runs, for whoever has to say that the process is alive
 */
public record RunParts(
        Command command,
        Stores stores,
        Optional<StateStore> state,
        Clock clock,
        Stop stop,
        Progress progress,
        Runnable alive) {
    /** The parts of a run that nobody waits for. */
    public RunParts(
            Command command, Stores stores, Optional<StateStore> state, Clock clock, Stop stop, Progress progress) {
        this(command, stores, state, clock, stop, progress, () -> {});
    }

    /** The same, calling {@code other} while it runs. */
    public RunParts whileAlive(Runnable other) {
        return new RunParts(command, stores, state, clock, stop, progress, other);
    }

    /** True in a window in which runs rest. */
    public boolean isBlackedOut() {
        Instant now = clock.instant();
        return command.blackouts().stream().anyMatch(window -> window.until(now).isPresent());
    }
}
