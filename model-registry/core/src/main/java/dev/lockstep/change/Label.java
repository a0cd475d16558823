package dev.lockstep.change;

import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What Lockstep writes beside the registered fields of a copy: {@code {s, v, n}}.
 *
 * @param source the source key's {@link SourceKey#labelText()}
 * @param version a version's text; of a newer format when a newer release wrote it
 * @param nonce random after a check, {@code null} after an event write
 */
public record Label(String source, String version, @Nullable String nonce) {
    private static final Pattern ANY_FORMAT = Pattern.compile("[1-9][0-9]*:.+");

    /** The label of an event write. */
    public static Label of(SourceKey key, Version version) {
        return new Label(key.labelText(), version.text(), null);
    }

    /** The label of a check. */
    public static Label of(SourceKey key, Version version, String nonce) {
        return new Label(key.labelText(), version.text(), nonce);
    }

    /** The label that a stored value spells; empty when it is absent or malformed, which rule R1 treats alike. */
    public static Optional<Label> parse(@Nullable Value stored) {
        if (stored instanceof Doc doc
                && doc.entries().get("s") instanceof Value.Text source
                && doc.entries().get("v") instanceof Value.Text version
                && ANY_FORMAT.matcher(version.value()).matches()) {
            Value nonce = doc.entries().get("n");
            return Optional.of(
                    new Label(source.value(), version.value(), nonce instanceof Value.Text text ? text.value() : null));
        }
        return Optional.empty();
    }

    /** The stored form. */
    public Doc toDoc() {
        Map<String, Value> entries = new LinkedHashMap<>();
        entries.put("s", new Value.Text(source));
        entries.put("v", new Value.Text(version));
        if (nonce != null) {
            entries.put("n", new Value.Text(nonce));
        }
        return Doc.of(entries);
    }

    /** True when this label belongs to the key. */
    public boolean isOf(SourceKey key) {
        return source.equals(key.labelText());
    }

    /** The version, or empty when a newer release wrote it in a format unknown here. */
    public Optional<Version> parsedVersion() {
        return Version.parse(version);
    }

    /** True when the format is newer than this release knows: such a copy is left alone and reported. */
    public boolean isOfNewerFormat() {
        return !version.startsWith("1:");
    }

    /**
     * Rule R1's test of labels, the reference for what connectors ask of their store in one operation: an event write
     * may replace a label that is absent or malformed, that belongs to another key, or that is older text of this key.
     */
    public static boolean mayBeReplaced(@Nullable Value stored, SourceKey key, Version version) {
        return parse(stored)
                .map(label -> !label.isOf(key) || label.version().compareTo(version.text()) < 0)
                .orElse(true);
    }
}
