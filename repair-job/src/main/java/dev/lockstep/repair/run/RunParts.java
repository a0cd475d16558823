package dev.lockstep.repair.run;

import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.report.Progress;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.Stores;
import java.time.Clock;
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
 */
public record RunParts(
        Command command, Stores stores, Optional<StateStore> state, Clock clock, Stop stop, Progress progress) {}
