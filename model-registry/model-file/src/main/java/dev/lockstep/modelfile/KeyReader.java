package dev.lockstep.modelfile;

import dev.lockstep.registry.KeyPattern;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads key patterns in their three written forms. Left is always what is being defined, so a pair that only makes
 * sense the other way round is reported as swapped, with the right way.
 */
final class KeyReader {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
    private static final Set<String> RESERVED = Set.of("it", "row");

    /** The parts of a look-up key that are given whole, and the part that is given by its beginning. */
    record Lookup(KeyPattern key, KeyPattern prefix) {}

    private final Problems problems;
    private final Paths paths;
    private final KeyRules rules;

    KeyReader(Problems problems) {
        this.problems = problems;
        this.paths = new Paths(problems);
        this.rules = new KeyRules(problems);
    }

    /**
     * A source's key: variable ← attribute, or, as soon as one value has a variable in braces, attribute → template for
     * all pairs.
     */
    @Nullable
    KeyPattern sourceKey(At at, Node.Fields map) {
        boolean templates = map.members().values().stream()
                .anyMatch(node -> node instanceof Node.Text text && Paths.hasVariable(text.value()));
        List<KeyPattern.Part> parts = new ArrayList<>();
        map.members().forEach((left, node) -> {
            if (!(node instanceof Node.Text right)) {
                Section.wrongType(problems, at.child(left), node, "the attribute or key template, as text");
                return;
            }
            KeyPattern.Part part = templates
                    ? templatePart(at.child(left), left, right.value())
                    : variablePart(at.child(left), left, right.value());
            if (part != null) {
                parts.add(part);
            }
        });
        if (parts.size() < map.members().size()) {
            return null;
        }
        KeyPattern key = new KeyPattern(parts);
        rules.checkSourceKey(at, key);
        return key;
    }

    private KeyPattern.@Nullable Part variablePart(At at, String left, String right) {
        boolean swapped = left.equals("_id")
                && !right.equals("_id")
                && VARIABLE.matcher(right).matches();
        if (swapped) {
            swapped(at, left, right, right + ": " + left, "the variable, right is the attribute of the source");
        }
        String variable = swapped ? right : left;
        FieldPath attribute = paths.ownPath(at, swapped ? left : right);
        return isVariable(at, variable) && attribute != null
                ? new KeyPattern.Part(attribute, Template.variable(FieldPath.of(variable)))
                : null;
    }

    private KeyPattern.@Nullable Part templatePart(At at, String left, String right) {
        if (Paths.hasVariable(left)) {
            swapped(at, left, right, right + ": \"" + left + "\"", "the attribute, right is its key template");
            return null;
        }
        FieldPath attribute = paths.ownPath(at, left);
        Template template = paths.template(at, right);
        if (attribute == null || template == null) {
            return null;
        }
        for (FieldPath variable : template.variables()) {
            if (!isVariable(at, variable.toString())) {
                return null;
            }
        }
        return new KeyPattern.Part(attribute, template);
    }

    private boolean isVariable(At at, String name) {
        if (VARIABLE.matcher(name).matches() && !RESERVED.contains(name)) {
            return true;
        }
        problems.error(
                at,
                "bad-variable",
                "\"" + Shown.of(name) + "\" cannot name a key variable.",
                "Use letters, digits and underscores, a letter first, at most 63; \"it\" and \"row\" are taken.");
        return false;
    }

    /** A copy's pointer, or the match of elements: attribute → variable or template. */
    @Nullable
    KeyPattern pointer(At at, Node.Fields map, Variables variables) {
        List<KeyPattern.Part> parts = new ArrayList<>();
        map.members().forEach((left, node) -> {
            At here = at.child(left);
            if (!(node instanceof Node.Text right)) {
                Section.wrongType(problems, here, node, "the variable or key template, as text");
            } else if (Paths.hasVariable(left)) {
                swapped(here, left, right.value(), right.value() + ": \"" + left + "\"", POINTER);
            } else {
                Template template = Paths.hasVariable(right.value())
                        ? paths.template(here, right.value())
                        : pointed(here, left, right.value(), variables);
                FieldPath attribute = paths.ownPath(here, left);
                if (template != null && attribute != null && rules.checkTemplate(here, template, variables)) {
                    parts.add(new KeyPattern.Part(attribute, template));
                }
            }
        });
        if (parts.size() < map.members().size()) {
            return null;
        }
        KeyPattern pointer = new KeyPattern(parts);
        rules.checkAttributes(at, pointer.attributes());
        return pointer;
    }

    private static final String POINTER = "the attribute of the copy, right is the variable or its key template";

    private @Nullable Template pointed(At at, String left, String right, Variables variables) {
        if (variables.known() && !variables.names().contains(right)) {
            if (variables.names().contains(left) && !Nearest.isTypo(right, variables.names())) {
                swapped(at, left, right, right + ": " + left, POINTER);
            } else if (variables.sourceAttributes().contains(right)) {
                String variable = variables.all().iterator().next();
                problems.error(
                        at,
                        "swapped-pair",
                        "\"" + Shown.of(right) + "\" is an attribute of the source, not a variable of its key; perhaps"
                                + " a pair of source.key is swapped (left is the variable, right the attribute).",
                        "Write \"" + Shown.of(left) + ": " + variable + "\" here, or \"" + Shown.of(right) + ": "
                                + variable + "\" in source.key.");
            } else {
                rules.unknownVariable(at, right, variables);
            }
            return null;
        }
        if (!VARIABLE.matcher(right).matches()) {
            return isVariable(at, right) ? Template.variable(FieldPath.of(right)) : null;
        }
        return Template.variable(FieldPath.of(right));
    }

    /** A look-up key: attribute → template, where text without braces stands for itself. */
    @Nullable
    Lookup lookup(At at, Node.Fields map, Variables variables) {
        List<KeyPattern.Part> whole = new ArrayList<>();
        List<KeyPattern.Part> prefix = new ArrayList<>();
        Set<String> failed = new HashSet<>();
        for (Map.Entry<String, Node> entry : map.members().entrySet()) {
            At here = at.child(entry.getKey());
            Node node = entry.getValue();
            boolean isPrefix = node instanceof Node.Fields;
            String text = isPrefix ? prefixText(here, node) : text(here, node);
            KeyPattern.Part part = text == null ? null : lookupPart(here, entry.getKey(), text, variables);
            if (part == null || (isPrefix && !rules.checkPrefix(here.child("beginsWith"), part.template()))) {
                failed.add(entry.getKey());
            } else {
                (isPrefix ? prefix : whole).add(part);
            }
        }
        if (prefix.size() > 1) {
            problems.error(
                    at,
                    "several-prefixes",
                    "Only one part of a key can be given by its beginning.",
                    "Give the others whole.");
        }
        if (!failed.isEmpty()) {
            return null;
        }
        Lookup lookup = new Lookup(new KeyPattern(whole), new KeyPattern(prefix));
        List<FieldPath> attributes = new ArrayList<>(lookup.key().attributes());
        attributes.addAll(lookup.prefix().attributes());
        rules.checkAttributes(at, attributes);
        return lookup;
    }

    private @Nullable String prefixText(At at, Node node) {
        Section section = Section.of(problems, at, node, Attributes.PREFIX);
        if (section == null) {
            return null;
        }
        section.require("beginsWith", "Write {beginsWith: \"ORDER#\"}.");
        return section.name("beginsWith");
    }

    private @Nullable String text(At at, Node node) {
        if (node instanceof Node.Text text) {
            return text.value();
        }
        Section.wrongType(problems, at, node, "a key template as text, or {beginsWith: \"…\"}");
        return null;
    }

    private KeyPattern.@Nullable Part lookupPart(At at, String left, String right, Variables variables) {
        boolean bare = !Paths.hasVariable(right) && variables.known();
        if (Paths.hasVariable(left)
                || (bare && variables.all().contains(left) && !variables.all().contains(right))) {
            String braced = Paths.hasVariable(left) ? left : "{" + left + "}";
            swapped(
                    at,
                    left,
                    right,
                    right + ": \"" + braced + "\"",
                    "the attribute of the copy, right is its key template");
            return null;
        }
        if (bare && variables.all().contains(right)) {
            problems.error(
                    at,
                    "variable-without-braces",
                    "\"" + right + "\" stands for itself here; the variable has braces.",
                    "Write \"{" + right + "}\".");
            return null;
        }
        FieldPath attribute = paths.ownPath(at, left);
        Template template = paths.template(at, right);
        return attribute != null && template != null && rules.checkTemplate(at, template, variables)
                ? new KeyPattern.Part(attribute, template)
                : null;
    }

    private void swapped(At at, String left, String right, String fix, String rule) {
        problems.error(
                at,
                "swapped-pair",
                "The pair \"" + Shown.of(left) + ": " + Shown.of(right) + "\" is swapped: left is " + rule + ".",
                "Write \"" + Shown.of(fix) + "\".");
    }
}
