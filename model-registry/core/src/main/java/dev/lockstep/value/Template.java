package dev.lockstep.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Text with variables, such as {@code USER#{userId}}; <code>{{</code> and <code>}}</code> are braces. A template that
 * is one variable and nothing else keeps the variable's type; any other renders to text.
 *
 * <p>When matched against text a variable reaches up to the next literal, and the last one to the end.
 *
 * @param parts literals and variables in order, never empty, no two variables side by side
 */
public record Template(List<Part> parts) {
    /** A piece of a template. */
    public sealed interface Part permits Literal, Variable {}

    /** Text that stands for itself. */
    public record Literal(String text) implements Part {}

    /** A place for a value: a key variable, or a path into the source. */
    public record Variable(FieldPath path) implements Part {}

    public Template {
        parts = List.copyOf(parts);
        for (int i = 1; i < parts.size(); i++) {
            if (parts.get(i) instanceof Variable && parts.get(i - 1) instanceof Variable) {
                throw new IllegalArgumentException("two variables need a separator between them");
            }
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a template may not be empty");
        }
    }

    /** The template that is this one variable. */
    public static Template variable(FieldPath path) {
        return new Template(List.of(new Variable(path)));
    }

    /** Parses the written form; throws IllegalArgumentException that says what is wrong and where. */
    public static Template parse(String text) {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == c;
            if ((c == '{' || c == '}') && doubled) {
                literal.append(c);
                i += 2;
            } else if (c == '{') {
                int end = text.indexOf('}', i);
                if (end < 0) {
                    throw new IllegalArgumentException(
                            "the brace at character " + (i + 1) + " is never closed: " + text);
                }
                flush(literal, parts);
                parts.add(new Variable(FieldPath.parse(text.substring(i + 1, end))));
                i = end + 1;
            } else if (c == '}') {
                throw new IllegalArgumentException(
                        "a closing brace at character " + (i + 1) + " has no opening one: " + text);
            } else {
                literal.append(c);
                i++;
            }
        }
        flush(literal, parts);
        return new Template(parts);
    }

    private static void flush(StringBuilder literal, List<Part> parts) {
        if (!literal.isEmpty()) {
            parts.add(new Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    /** The variables in order of appearance. */
    public List<FieldPath> variables() {
        return parts.stream()
                .filter(Variable.class::isInstance)
                .map(part -> ((Variable) part).path())
                .toList();
    }

    /** The variable, when the template is nothing but one. */
    public Optional<FieldPath> wholeVariable() {
        return parts.size() == 1 && parts.get(0) instanceof Variable variable
                ? Optional.of(variable.path())
                : Optional.empty();
    }

    /** The value with the variables filled in, or {@code null} as soon as one of them has none. */
    public @Nullable Value render(Function<FieldPath, @Nullable Value> values) {
        Optional<FieldPath> whole = wholeVariable();
        if (whole.isPresent()) {
            return values.apply(whole.get());
        }
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Literal literal) {
                text.append(literal.text());
            } else if (part instanceof Variable variable) {
                Value value = values.apply(variable.path());
                if (value == null || value instanceof Value.Null) {
                    return null;
                }
                text.append(plain(value));
            }
        }
        return new Value.Text(text.toString());
    }

    /** The variables' values if {@code value} could have been rendered by this template, else {@code null}. */
    public @Nullable Map<FieldPath, Value> match(Value value) {
        Optional<FieldPath> whole = wholeVariable();
        if (whole.isPresent()) {
            return Map.of(whole.get(), value);
        }
        return value instanceof Value.Text text ? matchText(text.value()) : null;
    }

    private @Nullable Map<FieldPath, Value> matchText(String text) {
        Map<FieldPath, Value> found = new LinkedHashMap<>();
        int at = 0;
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Literal literal) {
                if (!text.startsWith(literal.text(), at)) {
                    return null;
                }
                at += literal.text().length();
            } else if (parts.get(i) instanceof Variable variable) {
                int end = i + 1 < parts.size() ? text.indexOf(((Literal) parts.get(i + 1)).text(), at) : text.length();
                Value piece = end > at ? new Value.Text(text.substring(at, end)) : null;
                if (piece == null
                        || (found.containsKey(variable.path()) && !piece.equals(found.get(variable.path())))) {
                    return null;
                }
                found.put(variable.path(), piece);
                at = end;
            }
        }
        return at == text.length() ? found : null;
    }

    private static String plain(Value value) {
        if (value instanceof Value.Text text) {
            return text.value();
        }
        if (value instanceof Value.DateTime time) {
            return time.value().toString();
        }
        if (value instanceof Value.Decimal decimal) {
            return decimal.value().toPlainString();
        }
        return value instanceof Value.Native other ? other.text() : value.canonical();
    }

    /** The written form, which {@link #parse} takes. */
    @Override
    public String toString() {
        return parts.stream()
                .map(part -> part instanceof Literal literal
                        ? literal.text().replace("{", "{{").replace("}", "}}")
                        : "{" + ((Variable) part).path() + "}")
                .collect(Collectors.joining());
    }
}
