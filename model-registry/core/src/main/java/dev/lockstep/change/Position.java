package dev.lockstep.change;

/**
 * Where in a source's stream a change of one key stands. Positions of one key and one epoch compare as text, which is
 * why a connector gives them a fixed width; positions of two keys are never compared.
 *
 * @param text letters and digits only, fixed width per connector
 */
public record Position(String text) implements Comparable<Position> {
    /** Before every change: the position of a fill (rule R7). */
    public static final Position ZERO = new Position("0");

    public Position {
        if (text.isEmpty() || !text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'))) {
            throw new IllegalArgumentException("a position has digits and lower case letters only, but was " + text);
        }
    }

    @Override
    public int compareTo(Position other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
