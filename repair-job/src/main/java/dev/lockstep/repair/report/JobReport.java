package dev.lockstep.repair.report;

import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.command.ExitCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What the whole run found and did.
 *
 * @param command what was asked for
 * @param startedAt when the run began
 * @param took how long it took
 * @param models one report per model that was looked at
 * @param skipped models that were left out, and why
 * @param errors why models could not be looked at, or not to the end
 */
public record JobReport(
        Command command,
        Instant startedAt,
        Duration took,
        List<ModelReport> models,
        List<String> skipped,
        List<String> errors) {
    public JobReport {
        models = List.copyOf(models);
        skipped = List.copyOf(skipped);
        errors = List.copyOf(errors);
    }

    /** How the process ends: an error outweighs a confirmation, which outweighs drift. */
    public ExitCode exitCode() {
        if (!errors.isEmpty()) {
            return ExitCode.COULD_NOT_RUN;
        }
        if (models.stream().anyMatch(ModelReport::awaiting)) {
            return ExitCode.AWAITING_CONFIRMATION;
        }
        return wrongNow() > 0 ? ExitCode.DRIFT : ExitCode.CLEAN;
    }

    /** Copies that are wrong now. */
    public long wrongNow() {
        return models.stream().mapToLong(ModelReport::wrongNow).sum();
    }

    /** Copies that were written. */
    public long fixed() {
        return copies().stream().mapToLong(CopyReport::fixed).sum();
    }

    /** Copies of which nothing could be said. */
    public long undecided() {
        return copies().stream().mapToLong(copy -> copy.tally().undecided()).sum();
    }

    /** Copies compared. */
    public long compared() {
        return copies().stream().mapToLong(copy -> copy.tally().compared()).sum();
    }

    private List<CopyReport> copies() {
        return models.stream().flatMap(model -> model.copies().stream()).toList();
    }
}
