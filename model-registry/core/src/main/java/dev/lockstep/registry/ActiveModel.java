package dev.lockstep.registry;

/**
 * A model as the pipeline runs it.
 *
 * @param model the definition
 * @param revision counted from 1
 * @param epoch the epoch its labels carry
 * @param state its life cycle state
 */
public record ActiveModel(Model model, int revision, Epoch epoch, ModelState state) {
    /** The model's name. */
    public ModelName name() {
        return model.name();
    }
}
