package dev.lockstep.change;

import dev.lockstep.registry.Epoch;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a label says about the value beside it: it holds every change of its key up to here. Its text, {@code 1:<epoch,
 * 10 digits>:<position>}, compares as the version does; the leading 1 is the format.
 *
 * @param epoch the model's epoch
 * @param position the position in that epoch
 */
public record Version(Epoch epoch, Position position) implements Comparable<Version> {
    private static final Pattern FORMAT = Pattern.compile("1:([0-9]{10}):([0-9a-z]+)");

    /** The version's text. */
    public String text() {
        return "1:" + epoch.text() + ":" + position.text();
    }

    /** The version that a text of format 1 spells; empty for any other text. */
    public static Optional<Version> parse(String text) {
        Matcher matcher = FORMAT.matcher(text);
        return matcher.matches()
                ? Optional.of(new Version(new Epoch(Long.parseLong(matcher.group(1))), new Position(matcher.group(2))))
                : Optional.empty();
    }

    /** The larger of both. */
    public Version max(Version other) {
        return compareTo(other) >= 0 ? this : other;
    }

    @Override
    public int compareTo(Version other) {
        return Comparator.comparing(Version::epoch)
                .thenComparing(Version::position)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return text();
    }
}
