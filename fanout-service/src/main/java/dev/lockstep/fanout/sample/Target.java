package dev.lockstep.fanout.sample;

import dev.lockstep.change.RecordKey;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the sampler remembers of one copy definition between samples. */
final class Target {
    private static final int MOST_KNOWN = 500;

    final Pool pool = new Pool();
    final Set<RecordKey> known = new LinkedHashSet<>();
    Instant due;

    @Nullable
    Sampling running;

    Target(Instant due) {
        this.due = due;
    }

    /** Remembers a copy that is wrong, to look at it again with the next sample. */
    void wrong(RecordKey record) {
        if (known.size() < MOST_KNOWN) {
            known.add(record);
        }
    }
}
