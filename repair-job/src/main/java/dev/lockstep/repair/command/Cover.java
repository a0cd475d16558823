package dev.lockstep.repair.command;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a run walks. */
public enum Cover {
    /** The copies' whole collection: finds every kind of drift, and orphans; costs the whole collection. */
    COPIES,
    /** The sources, and their copies by the registered path: finds absent copies, and no orphans. */
    SOURCES;

    /** The word on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Cover> parse(String word) {
        return Arrays.stream(values())
                .filter(cover -> cover.text().equals(word))
                .findFirst();
    }
}
