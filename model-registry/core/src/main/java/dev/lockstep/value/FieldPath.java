package dev.lockstep.value;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A path into a record, such as {@code profile.tier}. A dot that belongs to a name is written {@code \.} and a
 * backslash {@code \\}. Never empty, and no segment is empty.
 *
 * @param segments the names from the outside in
 */
public record FieldPath(List<String> segments) implements Comparable<FieldPath> {
    public FieldPath {
        segments = List.copyOf(segments);
        if (segments.isEmpty() || segments.contains("")) {
            throw new IllegalArgumentException("a field path needs names between its dots, but was " + segments);
        }
    }

    /** A path of these names, taken literally. */
    public static FieldPath of(String... segments) {
        return new FieldPath(List.of(segments));
    }

    /**
     * Parses the written form. Throws IllegalArgumentException when it is empty, has an empty name or ends in a
     * backslash.
     */
    public static FieldPath parse(String text) {
        List<String> segments = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                if (++i == text.length()) {
                    throw new IllegalArgumentException("a field path may not end in a backslash: " + text);
                }
                name.append(text.charAt(i));
            } else if (c == '.') {
                segments.add(name.toString());
                name.setLength(0);
            } else {
                name.append(c);
            }
        }
        segments.add(name.toString());
        return new FieldPath(segments);
    }

    /** The path one name further in. */
    public FieldPath child(String name) {
        List<String> longer = new ArrayList<>(segments);
        longer.add(name);
        return new FieldPath(longer);
    }

    /** The first name. */
    public String head() {
        return segments.get(0);
    }

    /** True when this path equals {@code prefix} or lies inside it. */
    public boolean startsWith(FieldPath prefix) {
        return segments.size() >= prefix.segments.size()
                && segments.subList(0, prefix.segments.size()).equals(prefix.segments);
    }

    /** True when one of the two paths lies inside the other, or they are equal: a write of one changes the other. */
    public boolean overlaps(FieldPath other) {
        return startsWith(other) || other.startsWith(this);
    }

    @Override
    public int compareTo(FieldPath other) {
        return toString().compareTo(other.toString());
    }

    /** The written form, which {@link #parse} takes. */
    @Override
    public String toString() {
        return segments.stream()
                .map(s -> s.replace("\\", "\\\\").replace(".", "\\."))
                .collect(Collectors.joining("."));
    }
}
