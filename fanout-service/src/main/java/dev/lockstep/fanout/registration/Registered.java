package dev.lockstep.fanout.registration;

import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.ModelStore.StoredModel;
import java.util.Optional;

/**
 * A registered model.
 *
 * @param stored as the state store keeps it
 * @param model its definition, empty when this release cannot read it (a newer one wrote it)
 */
public record Registered(StoredModel stored, Optional<Model> model) {
    /** The model's name. */
    public ModelName name() {
        return stored.name();
    }
}
