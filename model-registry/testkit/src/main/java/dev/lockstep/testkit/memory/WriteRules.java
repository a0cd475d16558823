package dev.lockstep.testkit.memory;

import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of the conditions of event writes (rule R1) and checks (rule R3), one method each. The defaults are the
 * rules; an exploration replaces one clause to see that its absence is noticed.
 */
public interface WriteRules {
    /** The rules as they are. */
    static WriteRules strict() {
        return new WriteRules() {};
    }

    /** Existence (rules R1 and R9): whether a write whose record is gone creates it. */
    default boolean upserts() {
        return false;
    }

    /** R1: the pointer names this key. */
    default boolean eventPointer(CopyDefinition definition, Doc occurrence, SourceKey key) {
        return definition.copy().pointer().match(occurrence).equals(Optional.of(key));
    }

    /** R1: the record is in the definition's scope. */
    default boolean eventScope(CopyDefinition definition, Doc record) {
        return definition.copy().where().matches(record);
    }

    /** R1: the label is absent, malformed, another key's, or older. */
    default boolean eventLabel(@Nullable Value stored, SourceKey key, Version version) {
        return Label.mayBeReplaced(stored, key, version);
    }

    /** R3: the pointer still names this key. */
    default boolean checkPointer(CopyDefinition definition, Doc occurrence, SourceKey key) {
        return eventPointer(definition, occurrence, key);
    }

    /** R3: the record is still in the definition's scope. */
    default boolean checkScope(CopyDefinition definition, Doc record) {
        return definition.copy().where().matches(record);
    }

    /** R3: the label is still exactly the one that was read. */
    default boolean checkLabel(@Nullable Value stored, @Nullable Value expected) {
        return Objects.equals(stored, expected);
    }
}
