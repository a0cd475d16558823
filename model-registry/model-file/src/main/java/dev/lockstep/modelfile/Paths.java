package dev.lockstep.modelfile;

import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads field paths and templates out of text, and says what is wrong with them. */
final class Paths {
    /** The attribute under which Lockstep keeps its labels unless configured otherwise. */
    static final String LABELS = "_lockstep";

    private final Problems problems;

    Paths(Problems problems) {
        this.problems = problems;
    }

    /** The path, or {@code null} after a report. */
    @Nullable
    FieldPath path(At at, String text) {
        if (!Section.fitName(problems, at, text)) {
            return null;
        }
        try {
            return FieldPath.parse(text);
        } catch (IllegalArgumentException e) {
            problems.error(
                    at,
                    "bad-path",
                    "\"" + Shown.of(text) + "\" is no path: a name is missing beside a dot, or it ends in a backslash.",
                    "Join names by dots, such as profile.tier; write a dot that belongs to a name as \\.");
            return null;
        }
    }

    /** A path that Lockstep is to write or to look at in a record of the application. */
    @Nullable
    FieldPath ownPath(At at, String text) {
        FieldPath path = path(at, text);
        if (path != null && path.head().equals(LABELS)) {
            problems.error(
                    at,
                    "reserved-attribute",
                    "\"" + LABELS + "\" is where Lockstep keeps its labels.",
                    "Choose another attribute, or configure another label prefix.");
            return null;
        }
        return path;
    }

    /** The path that {@code node}, which must be text, spells. */
    @Nullable
    FieldPath path(At at, Node node, String wanted) {
        if (node instanceof Node.Text text) {
            return path(at, text.value());
        }
        Section.wrongType(problems, at, node, wanted);
        return null;
    }

    /** The template, or {@code null} after a report. */
    @Nullable
    Template template(At at, String text) {
        if (!Section.fitName(problems, at, text)) {
            return null;
        }
        try {
            return Template.parse(text);
        } catch (IllegalArgumentException e) {
            problems.error(
                    at,
                    "bad-template",
                    "\"" + Shown.of(text) + "\" is no template: " + Shown.of(String.valueOf(e.getMessage())) + ".",
                    "Write variables in braces with text between them, such as USER#{userId}; a brace itself is {{ or }}.");
            return null;
        }
    }

    /** True when the text has a variable in braces. */
    static boolean hasVariable(String text) {
        return text.replace("{{", "").contains("{") && text.indexOf('}') > text.indexOf('{');
    }

    /** Reports every path that equals one before it or lies inside or around it. */
    void refuseOverlaps(At at, Iterable<FieldPath> paths) {
        Map<FieldPath, FieldPath> seen = new LinkedHashMap<>();
        for (FieldPath path : paths) {
            seen.keySet().stream()
                    .filter(path::overlaps)
                    .findFirst()
                    .ifPresent(other -> problems.error(
                            at.child(path.toString()),
                            "overlapping-fields",
                            "\"" + Shown.of(path.toString()) + "\" and \"" + Shown.of(other.toString())
                                    + "\" overlap: a write of one changes the other.",
                            "Register either the whole or its parts."));
            seen.put(path, path);
        }
    }
}
