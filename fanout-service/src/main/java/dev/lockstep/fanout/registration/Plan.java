package dev.lockstep.fanout.registration;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.SourceKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What registering a model would do. Nothing was written to make it.
 *
 * @param model the model with its look-ups chosen, empty when it could not be read
 * @param planId what an apply request carries so that this, and nothing else, is applied; empty when refused
 * @param problems everything that is wrong or worth knowing
 * @param activeRevision the revision it would replace, 0 for a new model
 * @param changes what changes against that revision, one line each
 * @param raisesEpoch whether the model's labels start a new epoch
 * @param needsFill whether registered fields of existing copies have to be filled
 * @param copies one per copy definition whose store could be asked
 * @param chains how values travel over several models, if they do
 */
public record Plan(
        Optional<Model> model,
        Optional<String> planId,
        List<Problem> problems,
        int activeRevision,
        List<String> changes,
        boolean raisesEpoch,
        boolean needsFill,
        List<CopyPlan> copies,
        List<List<String>> chains) {
    public Plan {
        problems = List.copyOf(problems);
        changes = List.copyOf(changes);
        copies = List.copyOf(copies);
        chains = List.copyOf(chains);
    }

    /** True when nothing stands against applying it. */
    public boolean applies() {
        return planId.isPresent();
    }

    /** The reasons to refuse it. */
    public List<Problem> errors() {
        return problems.stream().filter(Problem::refuses).toList();
    }

    /** What is worth knowing. */
    public List<Problem> warnings() {
        return problems.stream().filter(problem -> !problem.refuses()).toList();
    }

    /**
     * One copy definition.
     *
     * @param accessPath how its copies are found and why that is no scan; empty when there is no path
     * @param sources estimated number of sources
     * @param copies estimated number of records in the copies' collection
     * @param copiesPerSource sampled: {@code p50}, {@code p99}, {@code max}
     * @param largest the sources with most copies in the sample
     * @param promises what holds for this pair of stores
     */
    public record CopyPlan(
            String copy,
            String at,
            Optional<String> accessPath,
            OptionalLong sources,
            OptionalLong copies,
            Map<String, Long> copiesPerSource,
            Map<SourceKey, Long> largest,
            List<String> promises) {}
}
