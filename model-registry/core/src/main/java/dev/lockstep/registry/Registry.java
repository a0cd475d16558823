package dev.lockstep.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An immutable snapshot of all models that run, with look-up by collection in O(models on that collection). A new
 * snapshot replaces it when a model changes.
 */
public final class Registry {
    /** A copy definition in the model that runs it. */
    public record ActiveCopy(ActiveModel active, CopyDefinition definition) {}

    private final Map<ModelName, ActiveModel> models = new LinkedHashMap<>();
    private final Map<CollectionRef, List<ActiveModel>> sources = new HashMap<>();
    private final Map<CollectionRef, List<ActiveCopy>> copies = new HashMap<>();

    private Registry(Collection<ActiveModel> active) {
        for (ActiveModel model : active) {
            models.put(model.name(), model);
            sources.computeIfAbsent(model.model().source().at(), ref -> new ArrayList<>())
                    .add(model);
            for (CopyDefinition definition : model.model().definitions()) {
                copies.computeIfAbsent(definition.copy().at(), ref -> new ArrayList<>())
                        .add(new ActiveCopy(model, definition));
            }
        }
    }

    /** A snapshot of these models; names must differ. */
    public static Registry of(Collection<ActiveModel> active) {
        return new Registry(active);
    }

    /** All models. */
    public Collection<ActiveModel> models() {
        return List.copyOf(models.values());
    }

    /** The model of this name. */
    public Optional<ActiveModel> find(ModelName name) {
        return Optional.ofNullable(models.get(name));
    }

    /** Models whose source is this collection. */
    public List<ActiveModel> sourcesOn(CollectionRef collection) {
        return sources.getOrDefault(collection, List.of());
    }

    /** Copy definitions whose copies are in this collection. */
    public List<ActiveCopy> copiesOn(CollectionRef collection) {
        return copies.getOrDefault(collection, List.of());
    }
}
