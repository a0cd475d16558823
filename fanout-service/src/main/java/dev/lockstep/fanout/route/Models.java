package dev.lockstep.fanout.route;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Registry;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.ModelStore.StoredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The models that run, as a snapshot that is replaced whenever the state store says otherwise. While all writes are
 * paused, every model is PAUSED here, whatever its own state. Safe for many threads.
 */
public final class Models {
    private static final Logger log = LoggerFactory.getLogger(Models.class);

    private final ModelStore store;
    private final Function<String, Optional<Model>> parser;
    private final Runnable onChange;
    private volatile Registry current = Registry.of(List.of());

    /**
     * Knows no model until {@link #reload}.
     *
     * @param parser reads a stored definition; empty when a newer release wrote it, such a model does not run here
     * @param onChange called after each reload
     */
    public Models(ModelStore store, Function<String, Optional<Model>> parser, Runnable onChange) {
        this.store = store;
        this.parser = parser;
        this.onChange = onChange;
    }

    /** The present snapshot. */
    public Registry current() {
        return current;
    }

    /** One model as it runs now. */
    public Optional<ActiveModel> find(ModelName name) {
        return current.find(name);
    }

    /** Reads all models again. */
    public synchronized void reload() {
        List<ActiveModel> running = new ArrayList<>();
        boolean paused = store.writesPaused();
        for (StoredModel stored : store.all()) {
            Optional<Model> model = parser.apply(stored.definition());
            if (stored.state() == ModelState.DELETED) {
                continue;
            }
            if (model.isEmpty()) {
                log.error(
                        "Could not read the definition of model {}: a newer release wrote it. It does not run here.",
                        stored.name());
                continue;
            }
            ModelState runsAs = paused && stored.state() != ModelState.BROKEN ? ModelState.PAUSED : stored.state();
            running.add(new ActiveModel(model.get(), stored.revision(), stored.epoch(), runsAs));
        }
        current = Registry.of(running);
        onChange.run();
    }

    /** Sets a model's state, durably, and takes the new snapshot. */
    public void setState(ModelName name, ModelState state, @Nullable String reason) {
        store.setState(name, state, reason);
        reload();
    }

    /** Sets a model's state unless it was revised or its state changed meanwhile, and takes the new snapshot. */
    public void changeState(ActiveModel from, ModelState to) {
        store.changeState(from.name(), from.revision(), from.state(), to);
        reload();
    }

    /** Raises a model's epoch, durably (rule R6); the caller reloads when it has raised all. */
    public void raiseEpoch(ModelName name, String reason) {
        store.raiseEpoch(name, reason);
    }
}
