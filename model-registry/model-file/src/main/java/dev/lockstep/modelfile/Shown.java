package dev.lockstep.modelfile;

/** Text from outside, made fit to stand in a message: short, on one line, without control characters. */
final class Shown {
    private static final int LONGEST = 80;

    private Shown() {}

    static String of(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LONGEST).forEach(c -> {
            if (isHarmless(c)) {
                shown.appendCodePoint(c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return text.codePointCount(0, text.length()) > LONGEST
                ? shown.append('…').toString()
                : shown.toString();
    }

    /** False for control characters, halves of surrogate pairs and the marks that turn the direction of text. */
    static boolean isHarmless(int c) {
        int type = Character.getType(c);
        return type != Character.CONTROL
                && type != Character.SURROGATE
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }
}
