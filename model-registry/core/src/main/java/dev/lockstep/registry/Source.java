package dev.lockstep.registry;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
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
 * @param watched the attributes that are read: those above, and those that the model's copies take
 */
public record Source(
        CollectionRef at,
        KeyPattern key,
        Filter where,
        @Nullable FieldPath version,
        Filter deletedWhen,
        OnExpire onExpire,
        Set<FieldPath> watched) {
    public Source {
        watched = Collections.unmodifiableSet(new LinkedHashSet<>(watched));
    }

    /** A source whose copies are not told yet. */
    public Source(
            CollectionRef at,
            KeyPattern key,
            Filter where,
            @Nullable FieldPath version,
            Filter deletedWhen,
            OnExpire onExpire) {
        this(at, key, where, version, deletedWhen, onExpire, own(key, where, version, deletedWhen));
    }

    private static Set<FieldPath> own(KeyPattern key, Filter where, @Nullable FieldPath version, Filter deletedWhen) {
        Set<FieldPath> own = new LinkedHashSet<>(key.attributes());
        own.addAll(where.equalities().keySet());
        own.addAll(deletedWhen.equalities().keySet());
        Stream.ofNullable(version).forEach(own::add);
        return own;
    }

    Source of(Collection<Copy> copies) {
        Set<FieldPath> all = own(key, where, version, deletedWhen);
        copies.forEach(copy -> copy.fields().forEach(field -> all.addAll(field.sourcePaths())));
        return new Source(at, key, where, version, deletedWhen, onExpire, all);
    }

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
