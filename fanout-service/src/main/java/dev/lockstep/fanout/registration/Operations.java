package dev.lockstep.fanout.registration;

import dev.lockstep.fanout.control.PipelineControl;
import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.ModelStore.AuditEntry;
import dev.lockstep.state.ModelStore.StoredModel;
import dev.lockstep.state.RunStore;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What operators do with models and stores. Repeating a call changes nothing more, but a restore is checked again. */
@Component
public class Operations {
    private static final Set<String> UNDER_WAY = Set.of("REQUESTED", "RUNNING", "CONFIRMED");
    private static final int RECENT = 50;

    private final RegisteredModels models;
    private final StateStore state;
    private final PipelineControl pipeline;
    private final Clock clock;

    Operations(RegisteredModels models, StateStore state, PipelineControl pipeline, Clock clock) {
        this.models = models;
        this.state = state;
        this.pipeline = pipeline;
        this.clock = clock;
    }

    /** Stops writes of a model; its changes are remembered by key. */
    public Registered pause(String name, String author, @Nullable String reason) {
        StoredModel stored = models.require(name).stored();
        if (stored.state() != ModelState.PAUSED) {
            String why = "paused by " + author + (reason == null ? "" : ": " + reason);
            state.models().setState(stored.name(), ModelState.PAUSED, why);
            changed("pause", stored.name(), author, reason);
        }
        return models.require(name);
    }

    /** Lets a paused model go on: the keys that changed meanwhile are checked. Refuses with 409 a broken one. */
    public Registered resume(String name, String author, @Nullable String reason) {
        StoredModel stored = models.require(name).stored();
        if (stored.state() == ModelState.BROKEN) {
            throw Refused.conflict(
                    "model-broken",
                    "The model is BROKEN: " + stored.stateReason() + ". It goes on by itself when that is mended.");
        }
        if (stored.state() == ModelState.PAUSED) {
            state.models().setState(stored.name(), goesOnAs(stored.name()), null);
            changed("resume", stored.name(), author, reason);
        }
        return models.require(name);
    }

    /** Stops the writes of all models, or lets them go on; survives a restart. */
    public void pauseWrites(boolean paused, String author, @Nullable String reason) {
        if (state.models().writesPaused() != paused) {
            state.models().pauseWrites(paused);
            String action = paused ? "pause-writes" : "resume-writes";
            state.models().audit(new AuditEntry(0, clock.instant(), author, action, "all models", reason));
        }
        pipeline.modelsChanged();
    }

    /** Starts a fill and returns the id of its run. Refuses with 409 while nothing of the model is written. */
    public long fill(String name, String author, @Nullable String reason) {
        Registered registered = models.requireWritable(name);
        StoredModel stored = registered.stored();
        if (registered.model().filter(Registrar::isFilled).isEmpty()) {
            throw Refused.conflict(
                    "nothing-to-fill",
                    "The copies of this model are kept by the repair job alone. Run: java -jar repair-job.jar repair"
                            + " --model " + stored.name());
        }
        audit("fill", stored.name(), author, reason);
        return pipeline.fill(stored.name());
    }

    /**
     * Asks for a repair run, which a repair job takes up within seconds, and returns its id. Refuses with 409 while
     * nothing of the model is written, and while no repair job is there to take it up.
     */
    public long repair(String name, String author, @Nullable String reason) {
        StoredModel stored = models.requireWritable(name).stored();
        Optional<Run> underWay = newestRepair(stored.name()).filter(run -> UNDER_WAY.contains(run.status()));
        if (underWay.isPresent()) {
            return underWay.get().id();
        }
        if (state.leases().owner(RunStore.SCHEDULER).isEmpty()) {
            throw Refused.conflict(
                    "no-repair-job",
                    "No repair job is there to take it up, and nothing was asked for. Start one that stays:"
                            + " java -jar repair-job.jar schedule; or repair once: java -jar repair-job.jar repair"
                            + " --model " + stored.name());
        }
        Run run = state.runs().start(stored.name(), "repair", clock.instant());
        state.runs().update(withStatus(run, "REQUESTED"));
        audit("repair", stored.name(), author, reason);
        return run.id();
    }

    /**
     * Confirms a run that its fix budget stopped: the repair job goes on with it. Refuses with 404 a run that does not
     * exist, with 409 one that does not await it.
     */
    public long confirm(long id, String author, @Nullable String reason) {
        Run run = state.runs().find(id).orElseThrow(() -> Refused.notFound("There is no run " + id + "."));
        if (run.status().equals("CONFIRMED")) {
            return id;
        }
        boolean newest =
                newestRepair(run.model()).filter(other -> other.id() == id).isPresent();
        if (!run.status().equals("AWAITING_CONFIRMATION") || !newest) {
            throw Refused.conflict(
                    "not-awaiting-confirmation",
                    "Run " + id + " is " + run.status() + (newest ? "" : ", and a newer one has followed it")
                            + ", so there is nothing to confirm. Nothing was changed.");
        }
        state.runs().update(withStatus(run, "CONFIRMED"));
        audit("confirm-repair", run.model(), author, reason);
        return id;
    }

    /** Lets deletes of sources that are held be carried out; returns how many. */
    public int releaseDeletes(String name, String author, @Nullable String reason) {
        StoredModel stored = models.require(name).stored();
        int released = state.deletes().release(stored.name());
        if (released > 0) {
            audit("release-deletes", stored.name(), author, reason);
        }
        return released;
    }

    /**
     * Takes a store as restored from a backup: a new epoch and a gap for each model with a stream of it. Returns those
     * models. Repeating it checks all copies once more.
     */
    public List<ModelName> restored(StoreName store, String author, @Nullable String reason) {
        String why = "the store was restored, says " + author + (reason == null ? "" : ": " + reason);
        state.models().audit(new AuditEntry(0, clock.instant(), author, "restored", "store " + store, reason));
        return pipeline.restored(store, why);
    }

    private Optional<Run> newestRepair(ModelName model) {
        return state.runs().list(Optional.of(model), 0, RECENT).stream()
                .filter(run -> run.kind().equals("repair"))
                .findFirst();
    }

    private static Run withStatus(Run run, String status) {
        return new Run(
                run.id(),
                run.model(),
                run.kind(),
                status,
                run.scanned(),
                run.found(),
                run.fixed(),
                run.skipped(),
                run.cursor(),
                run.report(),
                run.startedAt(),
                null);
    }

    private ModelState goesOnAs(ModelName model) {
        boolean filling = state.runs().list(Optional.of(model), 0, 20).stream()
                .anyMatch(run -> run.kind().equals("fill") && run.status().equals("RUNNING"));
        if (filling) {
            return ModelState.FILLING;
        }
        boolean unverified = state.gaps().openOf(model).stream()
                .anyMatch(gap -> gap.partition().equals(Registrar.EVERYWHERE));
        return unverified ? ModelState.UNVERIFIED : ModelState.ACTIVE;
    }

    private void changed(String action, ModelName model, String author, @Nullable String reason) {
        audit(action, model, author, reason);
        pipeline.modelsChanged();
    }

    private void audit(String action, ModelName model, String author, @Nullable String reason) {
        state.models().audit(new AuditEntry(0, clock.instant(), author, action, "model " + model, reason));
    }
}
