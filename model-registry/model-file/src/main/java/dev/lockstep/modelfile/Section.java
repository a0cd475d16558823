package dev.lockstep.modelfile;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One map of a model file whose attributes are known. Each reading method reports what is wrong with an attribute and
 * answers {@code null} (or the default) then, and also when it is absent.
 */
final class Section {
    private static final int LONGEST_TEXT = 4_000;
    private static final int LONGEST_NAME = 1_000;

    private final Problems problems;
    private final At at;
    private final Map<String, Node> members;

    private Section(Problems problems, At at, Map<String, Node> members) {
        this.problems = problems;
        this.at = at;
        this.members = members;
    }

    /** The section, or {@code null} when {@code node} is absent or no map. Unknown attributes are reported here. */
    static @Nullable Section of(Problems problems, At at, @Nullable Node node, Attributes known) {
        if (!(node instanceof Node.Fields fields)) {
            if (node != null) {
                wrongType(problems, at, node, "a map with " + String.join(", ", known.names()));
            }
            return null;
        }
        fields.members().keySet().stream()
                .filter(name -> !known.names().contains(name))
                .forEach(name -> unknown(problems, at, name, known));
        return new Section(problems, at, fields.members());
    }

    private static void unknown(Problems problems, At at, String name, Attributes known) {
        Optional<String> outOfScope = OutOfScope.reason(known, name);
        if (outOfScope.isPresent()) {
            problems.error(at.child(name), "out-of-scope", outOfScope.get(), OutOfScope.FIX);
            return;
        }
        problems.error(
                at.child(name),
                "unknown-attribute",
                "There is no attribute \"" + Shown.of(name) + "\" here.",
                Nearest.to(name, known.names())
                        .map(meant -> "Did you mean \"" + meant + "\"?")
                        .orElse("Known here: " + String.join(", ", known.names()) + "."));
    }

    static void wrongType(Problems problems, At at, Node found, String wanted) {
        String fix = found instanceof Node.Nothing ? "Give it a value or remove it." : "Write " + wanted + ".";
        problems.error(at, "wrong-type", "This must be " + wanted + ", but is " + Node.kind(found) + ".", fix);
    }

    At at() {
        return at;
    }

    At at(String name) {
        return at.child(name);
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    @Nullable
    Node node(String name) {
        return members.get(name);
    }

    /** Reports an absent attribute. */
    void require(String name, String fix) {
        if (!has(name)) {
            problems.error(at(name), "missing-attribute", "\"" + name + "\" is missing.", fix);
        }
    }

    @Nullable
    Section section(String name, Attributes known) {
        return of(problems, at(name), members.get(name), known);
    }

    /** A map with free names, not empty. */
    Node.@Nullable Fields map(String name, String wanted) {
        Node node = members.get(name);
        if (node instanceof Node.Fields fields && !fields.members().isEmpty()) {
            return fields;
        }
        if (node instanceof Node.Fields) {
            problems.error(at(name), "empty", "This map is empty.", "Write " + wanted + ", or remove it.");
        } else if (node != null) {
            wrongType(problems, at(name), node, wanted);
        }
        return null;
    }

    /** Free text. */
    @Nullable
    String text(String name) {
        return checked(name, LONGEST_TEXT, true);
    }

    /** A name that a store or a person gave: no control characters, at most 1,000 characters. */
    @Nullable
    String name(String name) {
        return checked(name, LONGEST_NAME, false);
    }

    private @Nullable String checked(String name, int longest, boolean lines) {
        Node node = members.get(name);
        if (node == null) {
            return null;
        }
        if (!(node instanceof Node.Text text)) {
            wrongType(problems, at(name), node, "text");
            return null;
        }
        return fit(problems, at(name), text.value(), longest, lines) ? text.value() : null;
    }

    /** True when text from outside is neither empty, nor too long, nor full of characters that cannot be seen. */
    static boolean fit(Problems problems, At at, String text, int longest, boolean lines) {
        if (text.isBlank()) {
            problems.error(at, "empty", "This text is empty.", "Give it a value or remove it.");
        } else if (text.length() > longest) {
            problems.error(
                    at,
                    "too-long",
                    "This text has " + text.length() + " characters, at most " + longest + " are taken: \""
                            + Shown.of(text) + "\".",
                    "Shorten it.");
        } else if (!text.codePoints().allMatch(c -> Shown.isHarmless(c) || (lines && (c == '\n' || c == '\t')))) {
            problems.error(
                    at,
                    "bad-character",
                    "This text has a control character: \"" + Shown.of(text) + "\".",
                    "Remove it.");
        } else {
            return true;
        }
        return false;
    }

    static boolean fitName(Problems problems, At at, String text) {
        return fit(problems, at, text, LONGEST_NAME, false);
    }

    boolean truth(String name, boolean otherwise) {
        Node node = members.get(name);
        if (node instanceof Node.Truth truth) {
            return truth.value();
        }
        if (node != null) {
            wrongType(problems, at(name), node, "true or false");
        }
        return otherwise;
    }

    /** One of the constants of an enum, written in lower case. */
    <E extends Enum<E>> @Nullable E choice(String name, Class<E> type) {
        String written = text(name);
        if (written == null) {
            return null;
        }
        List<E> constants = Arrays.asList(type.getEnumConstants());
        List<String> known = constants.stream().map(Section::written).toList();
        if (known.contains(written)) {
            return constants.get(known.indexOf(written));
        }
        problems.error(
                at(name),
                "unknown-value",
                "\"" + Shown.of(written) + "\" is none of " + String.join(", ", known) + ".",
                Nearest.to(written, known)
                        .map(meant -> "Did you mean \"" + meant + "\"?")
                        .orElse("Write one of " + String.join(", ", known) + "."));
        return null;
    }

    <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
        E chosen = choice(name, type);
        return chosen == null ? otherwise : chosen;
    }

    static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Nullable
    Integer whole(String name, int least, int most) {
        Node node = members.get(name);
        String wanted = "a whole number from " + least + " to " + most;
        if (node instanceof Node.Whole whole) {
            if (whole.value().compareTo(BigInteger.valueOf(least)) >= 0
                    && whole.value().compareTo(BigInteger.valueOf(most)) <= 0) {
                return whole.value().intValueExact();
            }
            outOfRange(name, wanted);
        } else if (node != null) {
            wrongType(problems, at(name), node, wanted);
        }
        return null;
    }

    @Nullable
    Double number(String name, double least, double most, String wanted) {
        Node node = members.get(name);
        Double value = node instanceof Node.Fraction fraction
                ? Double.valueOf(fraction.value())
                : node instanceof Node.Whole whole
                        ? Double.valueOf(whole.value().doubleValue())
                        : null;
        if (value != null && value >= least && value <= most) {
            return value;
        }
        if (value != null) {
            outOfRange(name, wanted);
        } else if (node != null) {
            wrongType(problems, at(name), node, wanted);
        }
        return null;
    }

    private void outOfRange(String name, String wanted) {
        problems.error(at(name), "out-of-range", "This must be " + wanted + ".", "Write " + wanted + ".");
    }

    @Nullable
    Duration duration(String name) {
        Node node = members.get(name);
        Optional<Duration> parsed = node instanceof Node.Text text ? Durations.parse(text.value()) : Optional.empty();
        if (node != null && parsed.isEmpty()) {
            String shown = node instanceof Node.Text text ? "\"" + Shown.of(text.value()) + "\"" : Node.kind(node);
            problems.error(
                    at(name),
                    "bad-duration",
                    "This must be a duration above zero and up to ten years, but is " + shown + ".",
                    "Write a number and a unit: 500ms, 5s, 5m, 24h, 1d; or ISO 8601 such as PT5S.");
        }
        return parsed.orElse(null);
    }
}
