package dev.lockstep.registry;

import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A copy definition together with its model.
 *
 * @param model the model
 * @param copy one of its copies
 */
public record CopyDefinition(Model model, Copy copy) {
    /** The name by which logs, metrics and tables know it. */
    public String id() {
        return model.name() + "." + copy.name();
    }

    /** Where the label is, relative to the record (or to the element): {@code <prefix>.<model>.<copy>}. */
    public FieldPath labelPath(String prefix) {
        return FieldPath.of(prefix, model.name().value(), copy.name().value());
    }

    /** Where the registered field or pointer attribute is in the record; with elements, the array's own path. */
    public FieldPath inRecord(FieldPath attribute) {
        return copy.elements() == null ? attribute : copy.elements().path();
    }

    /** Paths in the record whose change can make another copy of it, or let the look-up find it elsewhere. */
    public Set<FieldPath> movingCopyPaths() {
        Set<FieldPath> paths = new LinkedHashSet<>();
        copy.pointer().attributes().forEach(path -> paths.add(inRecord(path)));
        paths.addAll(copy.find().movingAttributes());
        paths.addAll(copy.where().equalities().keySet());
        return paths;
    }

    /**
     * Paths in the record whose change needs a look: pointer, look-up key, where, what Lockstep writes; with elements,
     * the array.
     */
    public Set<FieldPath> watchedCopyPaths() {
        Set<FieldPath> paths = movingCopyPaths();
        copy.written().forEach(path -> paths.add(inRecord(path)));
        return paths;
    }

    /**
     * True when the record is a copy: its pointer names a source, the look-up of that source would find it, and
     * {@code where} holds. With elements the record itself has no pointer, and only {@code where} counts.
     */
    public boolean includes(Doc record) {
        return copy.where().matches(record)
                && (copy.elements() != null
                        || copy.pointer()
                                .match(record)
                                .filter(key -> copy.find().reaches(key, record))
                                .isPresent());
    }

    /** By its names only: definitions are keys of maps on the way of every change, and one id has few revisions. */
    @Override
    public int hashCode() {
        return 31 * model.name().hashCode() + copy.name().hashCode();
    }

    @Override
    public String toString() {
        return id();
    }
}
