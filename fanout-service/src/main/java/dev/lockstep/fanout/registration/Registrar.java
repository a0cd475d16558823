package dev.lockstep.fanout.registration;

import dev.lockstep.fanout.control.PipelineControl;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.modelfile.ModelFile;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.state.ModelStore.StoredModel;
import dev.lockstep.state.StateStore;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Registers, changes and deletes models. A change is one transaction of the state store; the pipeline is told after it,
 * and a crash in between loses nothing because it reads the state store at its start.
 */
@Component
public class Registrar {
    /** The name under which gaps stand that concern all partitions. */
    static final String EVERYWHERE = "*";

    private final Planner planner;
    private final RegisteredModels models;
    private final FileOwners files;
    private final StateStore state;
    private final PipelineControl pipeline;
    private final Clock clock;

    Registrar(
            Planner planner,
            RegisteredModels models,
            FileOwners files,
            StateStore state,
            PipelineControl pipeline,
            Clock clock) {
        this.planner = planner;
        this.models = models;
        this.files = files;
        this.state = state;
        this.pipeline = pipeline;
        this.clock = clock;
    }

    /** Registers a new model; refuses with 409 when there is one of this name, with 422 when it is wrong. */
    public Registration create(Request request) {
        Plan plan = planner.plan(request.text(), request.format());
        plan.model().flatMap(model -> models.find(model.name())).ifPresent(existing -> {
            throw Refused.conflict(
                    "model-exists",
                    "The model \"" + existing.name() + "\" is registered already. Change it by PUT /api/v1/models/"
                            + existing.name() + " with the header If-Match.");
        });
        return apply(plan, request);
    }

    /** Registers the model under this name; refuses with 412 when there is one. */
    public Registration createAs(String name, Request request) {
        if (models.find(RegisteredModels.name(name)).isPresent()) {
            throw new Refused(
                    412, "model-exists", "The model \"" + name + "\" is registered already (If-None-Match: *).");
        }
        return apply(named(name, planner.plan(request.text(), request.format())), request);
    }

    /** Replaces a model's active revision, which must be {@code expected}; else refuses with 412. */
    public Registration replace(String name, int expected, Request request) {
        requireRevision(models.require(name).stored(), expected);
        Plan plan = named(name, planner.plan(request.text(), request.format()));
        if (plan.model().isPresent()) {
            requireRevision(plan.activeRevision(), expected, name);
        }
        return apply(plan, request);
    }

    /** Deletes a model; its copies stay as they are. */
    public void delete(String name, int expected, String author, @Nullable String reason) {
        StoredModel stored = models.require(name).stored();
        files.refuse(stored.name());
        requireRevision(stored, expected);
        if (!state.models().delete(stored.name(), expected, author, reason)) {
            throw outdated(name);
        }
        state.deletes().forget(stored.name());
        state.tasks().forget(stored.name());
        pipeline.modelsChanged();
    }

    Registration apply(Plan plan, Request request) {
        Model model = applicable(plan, request);
        Optional<Registered> active = models.find(model.name());
        String definition = ModelFile.toJson(model);
        if (active.isPresent() && active.get().stored().definition().equals(definition)) {
            return new Registration(active.get().stored(), plan, Optional.empty(), false);
        }
        boolean fill = fills(plan, model, request);
        ModelState next = nextState(active, plan, fill);
        Revision revision = new Revision(
                plan.activeRevision() + 1,
                definition,
                request.author(),
                clock.instant(),
                request.reason(),
                String.join("\n", plan.changes()));
        StoredModel stored = state.models()
                .save(model.name(), plan.activeRevision(), revision, plan.raisesEpoch(), next)
                .orElseThrow(() -> outdated(model.name().value()));
        if (plan.needsFill()) {
            openGap(model, stored.revision());
        }
        pipeline.modelsChanged();
        Optional<Long> run = fill ? Optional.of(pipeline.fill(model.name())) : Optional.empty();
        return new Registration(stored, plan, run, true);
    }

    private Model applicable(Plan plan, Request request) {
        Model model = plan.model().orElseThrow(() -> invalid(plan));
        if (!request.isOfFile()) {
            files.refuse(model.name());
        }
        if (request.planId() != null
                && !request.planId().equals(plan.planId().orElse(Definitions.planId(model, plan.activeRevision())))) {
            throw Refused.conflict(
                    "plan-outdated",
                    "This is not what the plan " + shorten(request.planId())
                            + " was made for: the model, its look-ups or the active revision have changed since."
                            + " Plan again and review.");
        }
        if (!plan.applies()) {
            throw invalid(plan);
        }
        return model;
    }

    private static boolean fills(Plan plan, Model model, Request request) {
        boolean wanted = request.fill() != null ? request.fill() : plan.needsFill();
        return wanted && isFilled(model);
    }

    /** True when the service writes copies of this model by itself: only then is there something to fill. */
    static boolean isFilled(Model model) {
        return model.copies().stream()
                .anyMatch(copy -> copy.mode() == Copy.Mode.ENFORCE && copy.strategy() != Copy.Strategy.REPAIR);
    }

    private static ModelState nextState(Optional<Registered> active, Plan plan, boolean fill) {
        boolean paused = active.isPresent() && active.get().stored().state() == ModelState.PAUSED;
        if (paused && fill) {
            throw Refused.conflict(
                    "model-paused",
                    "The model is paused, and this revision fills its copies. Resume it first, or apply the revision"
                            + " with fill=false.");
        }
        if (fill) {
            return ModelState.FILLING;
        }
        ModelState kept = active.map(known -> known.stored().state()).orElse(ModelState.UNVERIFIED);
        return plan.needsFill() && !paused ? ModelState.UNVERIFIED : kept;
    }

    private void openGap(Model model, int revision) {
        ModelName name = model.name();
        String reason = revision == 1
                ? "never verified: the model is new, and its copies have not been filled or checked yet"
                : "never verified: revision " + revision + " changed what the copies hold";
        state.gaps().open(name, model.source().at().store(), EVERYWHERE, null, reason, clock.instant());
    }

    private static Plan named(String name, Plan plan) {
        plan.model().filter(model -> !model.name().value().equals(name)).ifPresent(model -> {
            throw new Refused(
                    422,
                    "name-differs",
                    "The path names the model \"" + shorten(name) + "\", its definition \"" + model.name()
                            + "\". A model is never renamed.");
        });
        return plan;
    }

    private static void requireRevision(StoredModel stored, int expected) {
        requireRevision(stored.revision(), expected, stored.name().value());
    }

    private static void requireRevision(int revision, int expected, String name) {
        if (revision != expected) {
            throw outdated(name);
        }
    }

    private static Refused outdated(String name) {
        return new Refused(
                412,
                "revision-outdated",
                "The active revision of the model \"" + name + "\" is another one by now. Read it again and decide"
                        + " anew.");
    }

    private static Refused invalid(Plan plan) {
        int errors = plan.errors().size();
        return new Refused(
                422,
                "model-invalid",
                "The model was refused: " + errors + (errors == 1 ? " problem" : " problems")
                        + ", each with its place and its fix in \"violations\". Nothing was changed.",
                plan.problems());
    }

    private static String shorten(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
