package dev.lockstep.fanout.registration;

import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.modelfile.Conflicts;
import dev.lockstep.modelfile.Format;
import dev.lockstep.modelfile.ModelDiff;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.modelfile.NotAvailable;
import dev.lockstep.modelfile.ParsedModel;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Says what registering a model would do: everything that is wrong at once, and what it costs. Writes nothing. */
@Component
public class Planner {
    private static final Set<String> NOT_JSON = Set.of("syntax", "empty", "document-too-deep", "several-documents");

    private final Stores stores;
    private final RegisteredModels models;

    Planner(Stores stores, RegisteredModels models) {
        this.stores = stores;
        this.models = models;
    }

    /**
     * The plan of a model written as text; reads its stores and may block while they answer. Refuses with 400 a text
     * that is no JSON at all where it should be.
     */
    public Plan plan(String text, Format format) {
        ParsedModel parsed = ModelFile.parse(text, format);
        if (format == Format.JSON) {
            requireJson(parsed);
        }
        return parsed.valid().map(model -> plan(model, parsed.problems())).orElseGet(() -> refused(parsed.problems()));
    }

    private static void requireJson(ParsedModel parsed) {
        for (Problem problem : parsed.problems()) {
            if (problem.path().isEmpty() && NOT_JSON.contains(problem.code())) {
                throw new Refused(
                        400,
                        problem.code().equals("document-too-deep") ? "too-deep" : "malformed-json",
                        problem.message() + " " + problem.fix());
            }
        }
    }

    private Plan plan(Model written, List<Problem> said) {
        Optional<Registered> active = models.find(written.name());
        Optional<Model> before = active.flatMap(Registered::model);
        int revision = active.map(known -> known.stored().revision()).orElse(0);
        List<Problem> problems = new ArrayList<>(said);
        problems.addAll(NotAvailable.check(written));
        Conflicts.Report conflicts = Conflicts.check(written, others(written));
        problems.addAll(conflicts.problems());
        StoreInspection inspection = new StoreInspection(stores);
        Model model = inspection.choose(Definitions.keepChosen(written, before));
        inspection.source(model);
        List<Plan.CopyPlan> copies = inspection.copies(model);
        problems.addAll(inspection.problems());
        boolean contentChanges =
                before.map(known -> ModelDiff.raisesEpoch(known, model)).orElse(true);
        boolean refused = problems.stream().anyMatch(Problem::refuses);
        return new Plan(
                Optional.of(model),
                refused ? Optional.empty() : Optional.of(Definitions.planId(model, revision)),
                problems,
                revision,
                before.map(known -> changes(known, model)).orElse(List.of()),
                contentChanges,
                contentChanges,
                copies,
                conflicts.chains());
    }

    private static List<String> changes(Model before, Model after) {
        return ModelDiff.between(before, after).stream()
                .map(ModelDiff.Line::toString)
                .toList();
    }

    private List<Model> others(Model candidate) {
        return models.all().stream()
                .filter(other -> !other.name().equals(candidate.name()))
                .flatMap(other -> other.model().stream())
                .toList();
    }

    private static Plan refused(List<Problem> problems) {
        return new Plan(Optional.empty(), Optional.empty(), problems, 0, List.of(), false, false, List.of(), List.of());
    }
}
