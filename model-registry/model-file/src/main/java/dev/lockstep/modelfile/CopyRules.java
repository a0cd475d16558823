package dev.lockstep.modelfile;

import dev.lockstep.registry.Copy;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Find;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold for one copy definition, whatever the store. */
final class CopyRules {
    private final Problems problems;

    CopyRules(Problems problems) {
        this.problems = problems;
    }

    void check(At at, Copy copy, @Nullable Source source) {
        for (FieldRule field : copy.fields()) {
            checkField(at.child("fields").child(field.target().toString()), field.target(), copy);
        }
        checkMark(at, copy);
        if (source != null && sameRecord(copy, source)) {
            problems.error(at, "out-of-scope", OutOfScope.SAME_RECORD, OutOfScope.FIX);
        }
    }

    private void checkField(At at, FieldPath target, Copy copy) {
        if (keyAttributes(copy).stream().anyMatch(target::overlaps)) {
            problems.error(
                    at,
                    "copied-field-in-key",
                    "\"" + Shown.of(target.toString())
                            + "\" is part of the copy's primary key: the row would have to move.",
                    "Choose another field; the application moves rows.");
        } else if (copy.pointer().attributes().stream().anyMatch(target::overlaps)) {
            problems.error(
                    at,
                    "copied-field-in-pointer",
                    "\"" + Shown.of(target.toString()) + "\" is part of the pointer, which says whose copy this is.",
                    "The application writes the pointer; remove the field.");
        }
        if (copy.elements() == null
                && copy.where().equalities().keySet().stream().anyMatch(target::overlaps)) {
            problems.warning(
                    at,
                    "copied-field-in-where",
                    "\"" + Shown.of(target.toString())
                            + "\" is also in \"where\": once its value changes, this is no copy"
                            + " any more and stays as it is.",
                    "Use a field in \"where\" that the application alone writes.");
        }
    }

    /** The attributes of the primary key, as far as the look-up names them. */
    private static List<FieldPath> keyAttributes(Copy copy) {
        if (copy.elements() != null || (copy.find() instanceof Find.ByKey byKey && byKey.index() != null)) {
            return List.of();
        }
        List<FieldPath> attributes =
                new ArrayList<>(FindReader.patternOf(copy.find()).attributes());
        if (copy.find() instanceof Find.ByKey byKey) {
            attributes.addAll(byKey.prefix().attributes());
        }
        return attributes;
    }

    private void checkMark(At at, Copy copy) {
        boolean marks = copy.onSourceDelete() == Copy.OnSourceDelete.MARK;
        if (marks && copy.mark().isEmpty()) {
            problems.error(
                    at.child("mark"),
                    "missing-attribute",
                    "\"onSourceDelete: mark\" needs \"mark\".",
                    "Say what to set, such as \"mark: {sourceDeleted: true}\".");
        } else if (!marks && !copy.mark().isEmpty()) {
            problems.error(
                    at.child("mark"),
                    "attribute-does-not-apply",
                    "\"mark\" goes with \"onSourceDelete: mark\" only.",
                    "Remove it, or write \"onSourceDelete: mark\".");
        }
        for (FieldPath path : copy.mark().keySet()) {
            boolean taken =
                    copy.fields().stream().anyMatch(field -> field.target().overlaps(path))
                            || copy.pointer().attributes().stream().anyMatch(path::overlaps);
            if (taken) {
                problems.error(
                        at.child("mark").child(path.toString()),
                        "overlapping-fields",
                        "\"" + Shown.of(path.toString()) + "\" is a registered field or part of the pointer.",
                        "Mark another attribute.");
            }
        }
    }

    /**
     * True when the copy's pointer, or the key by which it is found, is the source's own key in the same collection.
     */
    private static boolean sameRecord(Copy copy, Source source) {
        return copy.at().equals(source.at())
                && (samePattern(copy.find() instanceof Find.ByKey byKey ? byKey.key() : null, source.key())
                        || (copy.elements() == null && samePattern(copy.pointer(), source.key())));
    }

    private static boolean samePattern(@Nullable KeyPattern a, KeyPattern b) {
        return a != null && new HashSet<>(a.parts()).equals(new HashSet<>(b.parts()));
    }
}
