package dev.lockstep.modelfile;

import java.util.regex.Pattern;

/**
 * A place in a model file, as problems name it.
 *
 * @param path such as {@code copies[0].find.index}; empty for the whole
 */
record At(String path) {
    static final At ROOT = new At("");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_$-]{1,80}");

    At child(String name) {
        String step = PLAIN.matcher(name).matches() ? name : "[\"" + Shown.of(name) + "\"]";
        return new At(path.isEmpty() || step.startsWith("[") ? path + step : path + "." + step);
    }

    At index(int index) {
        return new At(path + "[" + index + "]");
    }
}
