package dev.lockstep.repair.run;

import dev.lockstep.repair.load.Target;
import dev.lockstep.repair.report.JobReport;
import dev.lockstep.repair.report.ModelReport;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The whole run: model by model; one that cannot be looked at does not keep the others from their turn. */
public final class Job {
    private final RunParts parts;

    /** A job; nothing is read before {@link #run}. */
    public Job(RunParts parts) {
        this.parts = parts;
    }

    /** The lease on a run. */
    public static String lease(long run) {
        return "repair/run/" + run;
    }

    /**
     * Runs to the end, in the calling thread, and returns what was found and done.
     *
     * @param skipped models that are left out, for the report
     */
    public JobReport run(List<Target> targets, List<String> skipped) {
        Instant begun = parts.clock().instant();
        List<ModelReport> models = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (Target target : targets) {
            try {
                models.add(new ModelRun(parts, target).run());
            } catch (Stop.Stopped e) {
                errors.add(e.getMessage());
                break;
            } catch (StoreException | StateException | IllegalArgumentException e) {
                parts.progress().clear();
                errors.add("Model " + target.active().name() + ": " + e.getMessage());
            }
        }
        return new JobReport(
                parts.command(), begun, Duration.between(begun, parts.clock().instant()), models, skipped, errors);
    }
}
