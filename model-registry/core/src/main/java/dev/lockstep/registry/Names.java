package dev.lockstep.registry;

import java.util.regex.Pattern;

/** The rule that names of models, copies and stores share: lower case words joined by hyphens. */
final class Names {
    private static final Pattern WORDS = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private Names() {}

    static String check(String kind, String value, int longest) {
        if (value.length() > longest || !WORDS.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "a " + kind + " is lower case letters and digits in words joined by hyphens, "
                            + "starts with a letter and has at most " + longest + " characters, but was \""
                            + shorten(value) + "\"");
        }
        return value;
    }

    private static String shorten(String value) {
        return value.length() <= 80 ? value : value.substring(0, 80) + "…";
    }
}
