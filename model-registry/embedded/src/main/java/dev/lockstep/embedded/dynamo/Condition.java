package dev.lockstep.embedded.dynamo;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A parsed condition, filter or key condition. */
@FunctionalInterface
interface Condition {
    boolean holds(JsonNode item);

    /** A value or the value at a path; null when the item has none there. */
    @FunctionalInterface
    interface Operand {
        @Nullable
        JsonNode in(JsonNode item);
    }
}
