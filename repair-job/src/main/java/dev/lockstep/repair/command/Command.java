package dev.lockstep.repair.command;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A valid command line.
 *
 * @param mode what the run may do
 * @param models registered models; empty means all of them, or that there is a {@code file}
 * @param copies copy definitions to look at; empty means all
 * @param file a model file instead of registered models
 * @param config a configuration file
 * @param json where the JSON report goes; {@code -} is standard output
 * @param grace time between two looks at a difference
 * @param rate most copies read per second
 * @param fixBudget largest share of copies that may be changed without asking; empty for the usual one
 * @param yes true when that was confirmed
 * @param fresh true when a run that was interrupted is not gone on with
 * @param schedule true when runs are made as they become due, until the process is stopped
 * @param cover what the run walks
 * @param blackouts times of the day in which runs rest
 */
public record Command(
        Mode mode,
        List<ModelName> models,
        List<CopyName> copies,
        Optional<Path> file,
        Optional<Path> config,
        Optional<String> json,
        Duration grace,
        OptionalDouble rate,
        OptionalDouble fixBudget,
        boolean yes,
        boolean fresh,
        boolean schedule,
        Cover cover,
        List<Blackout> blackouts) {
    public Command {
        models = List.copyOf(models);
        copies = List.copyOf(copies);
        blackouts = List.copyOf(blackouts);
    }

    /** True when the JSON report goes to standard output, and so nothing else may. */
    public boolean jsonToStandardOutput() {
        return json.filter("-"::equals).isPresent();
    }
}
