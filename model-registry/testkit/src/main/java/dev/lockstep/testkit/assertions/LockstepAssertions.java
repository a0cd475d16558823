package dev.lockstep.testkit.assertions;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyState;
import dev.lockstep.value.Doc;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Entry points of the domain assertions. */
public final class LockstepAssertions {
    private LockstepAssertions() {}

    /**
     * Asserts about a record (or, with elements, one element) as the store holds it; labels under {@code _lockstep}.
     */
    public static CopyAssert assertThatCopy(@Nullable Doc occurrence, CopyDefinition definition) {
        return new CopyAssert(occurrence, definition, "_lockstep");
    }

    /** The same for a record that was looked for. */
    public static CopyAssert assertThatCopy(Optional<Doc> occurrence, CopyDefinition definition) {
        return assertThatCopy(occurrence.orElse(null), definition);
    }

    /** Asserts about the first occurrence of a copy that was read. */
    public static CopyAssert assertThatCopy(CopyState state, CopyDefinition definition) {
        return assertThatCopy(state.occurrences().get(0), definition);
    }
}
