package dev.lockstep.repair.load;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import java.util.List;

/**
 * A model to look at.
 *
 * @param active the model
 * @param definitions those of its copy definitions that were asked for
 * @param registered true when it comes from the state store, which then keeps what the run finds
 */
public record Target(ActiveModel active, List<CopyDefinition> definitions, boolean registered) {
    public Target {
        definitions = List.copyOf(definitions);
    }

    /** True when no copy definition is left out, so that the run can say something about the model as a whole. */
    public boolean isWhole() {
        return definitions.size() == active.model().copies().size();
    }
}
