package dev.lockstep.fanout.route;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Registry;
import dev.lockstep.state.ModelStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The models that run, as a snapshot that is replaced whenever the state store says otherwise. Safe for many threads.
 */
public final class Models {
    private final ModelStore store;
    private final Function<String, Model> parser;
    private final Runnable onChange;
    private volatile Registry current = Registry.of(List.of());

    /**
     * Knows no model until {@link #reload}.
     *
     * @param parser reads a stored definition
     * @param onChange called after each reload
     */
    public Models(ModelStore store, Function<String, Model> parser, Runnable onChange) {
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
        current = Registry.of(store.all().stream()
                .filter(stored -> stored.state() != ModelState.DELETED)
                .map(stored -> new ActiveModel(
                        parser.apply(stored.definition()), stored.revision(), stored.epoch(), stored.state()))
                .toList());
        onChange.run();
    }

    /** Sets a model's state, durably, and takes the new snapshot. */
    public void setState(ModelName name, ModelState state, @Nullable String reason) {
        store.setState(name, state, reason);
        reload();
    }

    /** Raises a model's epoch, durably (rule R6); the caller reloads when it has raised all. */
    public void raiseEpoch(ModelName name, String reason) {
        store.raiseEpoch(name, reason);
    }
}
