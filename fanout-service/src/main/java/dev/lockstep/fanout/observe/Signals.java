package dev.lockstep.fanout.observe;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import java.time.Duration;
import java.time.Instant;

/** What the pipeline tells about its work; called on its threads, must not block or throw. */
public interface Signals {
    /** A source change was routed, ignored, or merged into one that waited. */
    void change(ModelName model, ChangeOutcome outcome);

    /** An event write ended: so many copies were written. */
    void applied(CopyDefinition definition, SourceKey key, long copies, Instant committedAt);

    /** The policy of a deleted source was carried out: so many copies were written or removed. */
    void afterDelete(CopyDefinition definition, long copies);

    /** A copy could not be written and became a dead letter. */
    void failed(CopyDefinition definition);

    /** A copy was checked; {@code fixed} when it was wrong. */
    void checked(CopyDefinition definition, boolean fixed);

    /** A registered field of a copy was changed by somebody else. */
    void foreignWrite(CopyDefinition definition);

    /** A copy was corrected too often in too short a time. */
    void contested(CopyDefinition definition);

    /** The look-up of these copies missed an inserted one for so long, or longer. */
    void lookupLag(CopyDefinition definition, Duration lag);

    /** What became of a source change. */
    enum ChangeOutcome {
        ROUTED,
        IGNORED,
        MERGED
    }

    /** Tells nobody. */
    static Signals none() {
        return new Signals() {
            @Override
            public void change(ModelName model, ChangeOutcome outcome) {}

            @Override
            public void applied(CopyDefinition definition, SourceKey key, long copies, Instant committedAt) {}

            @Override
            public void afterDelete(CopyDefinition definition, long copies) {}

            @Override
            public void failed(CopyDefinition definition) {}

            @Override
            public void checked(CopyDefinition definition, boolean fixed) {}

            @Override
            public void foreignWrite(CopyDefinition definition) {}

            @Override
            public void contested(CopyDefinition definition) {}

            @Override
            public void lookupLag(CopyDefinition definition, Duration lag) {}
        };
    }
}
