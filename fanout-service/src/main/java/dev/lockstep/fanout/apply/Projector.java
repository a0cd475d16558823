package dev.lockstep.fanout.apply;

import dev.lockstep.projection.Projected;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;

/** Computes what an event write carries; {@link dev.lockstep.projection.Projection} in production. */
@FunctionalInterface
public interface Projector {
    /** The complete projection of a source record for a copy definition. */
    Projected project(CopyDefinition definition, SourceKey key, Doc source);
}
