package dev.lockstep.fanout.lanes;

import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;

/** What a lane owns: one source key of one model. */
record LaneKey(ModelName model, SourceKey key) {}
