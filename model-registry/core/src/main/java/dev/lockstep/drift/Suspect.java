package dev.lockstep.drift;

import dev.lockstep.change.RecordKey;
import java.time.Instant;
import java.util.Map;

/**
 * A copy that looked wrong.
 *
 * @param record the copy
 * @param seen what was seen at the last look, and since when
 * @param looks looks so far
 * @param due when to look again
 */
record Suspect(RecordKey record, Map<Evidence, Instant> seen, int looks, Instant due) {
    Suspect {
        seen = Map.copyOf(seen);
    }
}
