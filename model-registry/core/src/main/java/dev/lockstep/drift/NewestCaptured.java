package dev.lockstep.drift;

import dev.lockstep.change.Version;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import java.util.Optional;

/** What the owner of a source's stream knows of a key: rule R3 asks for a source read that is not older. */
@FunctionalInterface
public interface NewestCaptured {
    /** The newest version of this key that was captured since this owner started, if it is still remembered. */
    Optional<Version> of(ModelName model, SourceKey key);

    /** For whoever owns no stream, such as the repair job. */
    static NewestCaptured none() {
        return (model, key) -> Optional.empty();
    }
}
