package dev.lockstep.fanout.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.lockstep.fanout.problem.Problems;
import dev.lockstep.fanout.registration.Plan;
import dev.lockstep.modelfile.KeyPath;
import dev.lockstep.modelfile.ModelFile;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A plan as shown.
 *
 * @param applies whether it can be applied
 * @param planId what the apply carries as {@code planId}, so that this and nothing else is applied
 * @param violations why it is refused
 * @param warnings what is worth knowing
 * @param activeRevision the revision it would replace, 0 for a new model
 * @param definition the model in canonical form, with its look-ups chosen
 */
record PlanView(
        boolean applies,
        @Nullable String planId,
        @Nullable String model,
        int activeRevision,
        List<Map<String, String>> violations,
        List<Map<String, String>> warnings,
        List<String> changes,
        boolean raisesEpoch,
        boolean fills,
        List<CopyView> copies,
        List<List<String>> chains,
        @Nullable @JsonRawValue String definition) {

    /** One copy definition; {@code writesOfOneChange} are the sampled copies per source: p50, p99, max. */
    record CopyView(
            String copy,
            String at,
            @Nullable String accessPath,
            @Nullable Long sources,
            @Nullable Long copies,
            Map<String, Long> writesOfOneChange,
            List<LargeSource> largestSources,
            List<String> promises) {}

    /** A source with many copies; {@code key} is ready for paths. */
    record LargeSource(String key, long copies) {}

    static PlanView of(Plan plan) {
        return new PlanView(
                plan.applies(),
                plan.planId().orElse(null),
                plan.model().map(model -> model.name().value()).orElse(null),
                plan.activeRevision(),
                Problems.violations(plan.errors()),
                Problems.violations(plan.warnings()),
                plan.changes(),
                plan.raisesEpoch(),
                plan.needsFill(),
                plan.copies().stream().map(PlanView::copy).toList(),
                plan.chains(),
                plan.model().map(ModelFile::toJson).orElse(null));
    }

    private static CopyView copy(Plan.CopyPlan copy) {
        return new CopyView(
                copy.copy(),
                copy.at(),
                copy.accessPath().orElse(null),
                boxed(copy.sources()),
                boxed(copy.copies()),
                copy.copiesPerSource(),
                copy.largest().entrySet().stream()
                        .map(source -> new LargeSource(KeyPath.format(source.getKey()), source.getValue()))
                        .toList(),
                copy.promises());
    }

    private static @Nullable Long boxed(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }
}
