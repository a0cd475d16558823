package dev.lockstep.fanout.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.lockstep.state.ModelStore.StoredModel;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A registered model as shown. */
record ModelView(
        String model,
        int revision,
        String state,
        @Nullable String stateReason,
        long epoch,
        Instant updatedAt,
        @JsonRawValue String definition) {
    static ModelView of(StoredModel stored) {
        return new ModelView(
                stored.name().value(),
                stored.revision(),
                stored.state().name(),
                stored.stateReason(),
                stored.epoch().number(),
                stored.updatedAt(),
                stored.definition());
    }
}
