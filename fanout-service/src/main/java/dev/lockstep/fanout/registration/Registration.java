package dev.lockstep.fanout.registration;

import dev.lockstep.state.ModelStore.StoredModel;
import java.util.Optional;

/**
 * A registration that was done.
 *
 * @param stored the model as it is now
 * @param plan what was applied
 * @param fillRun the run that fills the copies, if one was started
 * @param changed false when the definition was the active one already and no revision was made
 */
public record Registration(StoredModel stored, Plan plan, Optional<Long> fillRun, boolean changed) {}
