package dev.lockstep.modelfile;

import dev.lockstep.registry.KeyPattern;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Template;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What must hold for a key pattern, whatever the store. */
final class KeyRules {
    private final Problems problems;
    private final Paths paths;

    KeyRules(Problems problems) {
        this.problems = problems;
        this.paths = new Paths(problems);
    }

    void checkSourceKey(At at, KeyPattern key) {
        checkAttributes(at, key.attributes());
        for (KeyPattern.Part part : key.parts()) {
            checkSeparators(at.child(part.attribute().toString()), part.template());
        }
        if (key.variables().isEmpty()) {
            problems.error(
                    at,
                    "key-without-variable",
                    "This key binds no variable, so it names one record only.",
                    "Write the changing part as a variable, such as \"USER#{userId}\".");
        }
    }

    void checkAttributes(At at, List<FieldPath> attributes) {
        paths.refuseOverlaps(at, attributes);
    }

    /** Reports variables that nothing binds and separators that cannot separate. */
    boolean checkTemplate(At at, Template template, Variables variables) {
        boolean known = true;
        for (FieldPath variable : template.variables()) {
            if (variables.known() && !variables.has(variable)) {
                unknownVariable(at, variable.toString(), variables);
                known = false;
            }
        }
        return checkSeparators(at, template) && known;
    }

    void unknownVariable(At at, String name, Variables variables) {
        problems.error(
                at,
                "unknown-variable",
                "\"" + Shown.of(name) + "\" is no variable of source.key, which has "
                        + String.join(", ", new TreeSet<>(variables.names())) + ".",
                Nearest.to(name, variables.names())
                        .map(meant -> "Did you mean \"" + meant + "\"?")
                        .orElse("Use a variable of source.key, or add it there; a constant belongs in \"where\"."));
    }

    /** A variable reaches up to the next literal, which therefore must be something that values do not have. */
    private boolean checkSeparators(At at, Template template) {
        List<Template.Part> parts = template.parts();
        for (int i = 1; i < parts.size(); i++) {
            if (parts.get(i) instanceof Template.Literal literal
                    && parts.get(i - 1) instanceof Template.Variable
                    && literal.text().chars().allMatch(Character::isLetterOrDigit)) {
                problems.error(
                        at,
                        "bad-separator",
                        "\"" + Shown.of(literal.text()) + "\" after a variable could be part of its value: "
                                + "it is letters and digits only.",
                        "Separate variables by a character that values do not have, such as #.");
                return false;
            }
        }
        return true;
    }

    boolean checkPrefix(At at, Template prefix) {
        List<Template.Part> parts = prefix.parts();
        Template.Part last = parts.get(parts.size() - 1);
        if (last instanceof Template.Literal literal
                && !Character.isLetterOrDigit(
                        literal.text().codePointBefore(literal.text().length()))) {
            return true;
        }
        problems.error(
                at,
                "prefix-without-separator",
                "\"" + Shown.of(prefix.toString()) + "\" does not end with a separator, so it also finds other keys "
                        + "(COURSE#9 finds COURSE#91).",
                "End it with the separator, such as \"" + Shown.of(prefix.toString()) + "#\".");
        return false;
    }

    /** Reports the source key variables that a pointer leaves open. */
    void checkBinds(At at, Collection<String> bound, Variables variables, String what) {
        List<String> open = new ArrayList<>(variables.all());
        open.removeAll(Set.copyOf(bound));
        if (variables.known() && !open.isEmpty()) {
            problems.error(
                    at,
                    "pointer-incomplete",
                    what + " does not say " + String.join(", ", open) + ", so it names no single source.",
                    "Name an attribute of the copy for each variable of source.key.");
        }
    }
}
