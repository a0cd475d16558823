package dev.lockstep.registry;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import org.jspecify.annotations.Nullable;

/**
 * The one source of truth of a model.
 *
 * @param at the collection
 * @param key how a record spells the source key; unique in the store
 * @param where which records are sources
 * @param version an attribute that the application raises with every write of a registered field, or {@code null}
 * @param deletedWhen a soft delete; empty means there is none
 * @param onExpire what the removal of a source by its TTL means
 */
public record Source(
        CollectionRef at,
        KeyPattern key,
        Filter where,
        @Nullable FieldPath version,
        Filter deletedWhen,
        OnExpire onExpire) {
    /** True when the record is a source now: {@code where} holds, and it is not deleted softly. */
    public boolean includes(Doc record) {
        return where.matches(record) && (deletedWhen.isEmpty() || !deletedWhen.matches(record));
    }

    /** What the removal of a source by its TTL means. */
    public enum OnExpire {
        /** A delete like any other. */
        DELETE,
        /** Nothing. */
        IGNORE
    }
}
