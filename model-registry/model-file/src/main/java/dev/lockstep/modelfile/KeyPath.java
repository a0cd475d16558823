package dev.lockstep.modelfile;

import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The {@code {key}} of REST paths. A key of one variable is written plainly when it is an integer, or text that matches
 * {@code [A-Za-z0-9._~-]{1,200}}; every other key is {@code ~} and the base64url, without padding, of the canonical
 * JSON of all variables.
 *
 * <p>Both ways are unambiguous: a plain form that is an integer of at most 64 bits as JSON writes it ({@code 42}, not
 * {@code 042}) is that integer. So text that looks like one ({@code "42"}) is never written plainly, nor is text that
 * begins with {@code ~}, nor {@code .} and {@code ..}, which clients take out of paths. Where a template puts the
 * variable between other text, as in {@code USER#{userId}}, any plain form is read as text.
 */
public final class KeyPath {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._~-]{1,200}");
    private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");
    private static final int LONGEST = 8_000;

    private KeyPath() {}

    /** The key's form in a path; needs no further escaping. */
    public static String format(SourceKey key) {
        Map<String, Value> variables = key.variables();
        if (variables.size() == 1) {
            Value value = variables.values().iterator().next();
            if (value instanceof Value.Int64 number) {
                return Long.toString(number.value());
            }
            if (value instanceof Value.Text text && isPlain(text.value())) {
                return text.value();
            }
        }
        byte[] canonical = key.canonical().getBytes(StandardCharsets.UTF_8);
        return "~" + Base64.getUrlEncoder().withoutPadding().encodeToString(canonical);
    }

    private static boolean isPlain(String text) {
        return PLAIN.matcher(text).matches()
                && !text.startsWith("~")
                && !text.equals(".")
                && !text.equals("..")
                && !isInteger(text);
    }

    private static boolean isInteger(String text) {
        if (!INTEGER.matcher(text).matches()) {
            return false;
        }
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * The key that a path names; throws IllegalArgumentException, whose message is fit for the caller, when the form is
     * wrong or its variables are not those of the source's key.
     */
    public static SourceKey parse(String path, Source source) {
        Set<String> wanted = new TreeSet<>(source.key().variables());
        if (path.length() > LONGEST) {
            throw new IllegalArgumentException("Could not read the key: it has more than " + LONGEST + " characters.");
        }
        if (path.startsWith("~")) {
            return encoded(path, wanted);
        }
        if (wanted.size() != 1) {
            throw new IllegalArgumentException("Could not read the key \"" + Shown.of(path)
                    + "\": this model's key has the"
                    + " variables " + String.join(", ", wanted) + ". Write ~ and the base64url of {" + example(wanted)
                    + "}, as lists return it.");
        }
        if (!PLAIN.matcher(path).matches()) {
            throw new IllegalArgumentException(
                    "Could not read the key \"" + Shown.of(path) + "\": a plain key has 1 to 200"
                            + " letters, digits and . _ ~ - only. Write ~ and the base64url of {" + example(wanted)
                            + "}, as lists return it.");
        }
        String variable = wanted.iterator().next();
        Value value = isInteger(path) && !isPartOfText(variable, source)
                ? new Value.Int64(Long.parseLong(path))
                : new Value.Text(path);
        return SourceKey.of(Map.of(variable, value));
    }

    /** A variable in {@code USER#{userId}} can only be text. */
    private static boolean isPartOfText(String variable, Source source) {
        return source.key().parts().stream()
                .map(KeyPattern.Part::template)
                .anyMatch(template -> template.wholeVariable().isEmpty()
                        && template.variables().stream()
                                .anyMatch(path -> path.head().equals(variable)));
    }

    private static String example(Set<String> variables) {
        return String.join(
                ",", variables.stream().map(name -> "\"" + name + "\":…").toList());
    }

    private static SourceKey encoded(String path, Set<String> wanted) {
        Value value;
        try {
            value = CanonicalJson.parse(utf8(Base64.getUrlDecoder().decode(path.substring(1))));
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "Could not read the key \"" + Shown.of(path) + "\": after ~ comes the base64url of canonical JSON ("
                            + e.getMessage() + "). Write {" + example(wanted) + "} in that form, as lists return it.",
                    e);
        }
        if (!(value instanceof Doc doc) || !doc.entries().keySet().equals(wanted)) {
            throw new IllegalArgumentException(
                    "Could not read the key \"" + Shown.of(path) + "\": it must have exactly the" + " variables "
                            + String.join(", ", wanted) + ". Write {" + example(wanted) + "} in that form.");
        }
        return SourceKey.of(doc.entries());
    }

    private static String utf8(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }
}
