package dev.lockstep.repair.command;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a run may do. */
public enum Mode {
    /** Reads and compares. */
    CHECK,
    /** As CHECK, and says what would be written. */
    DRY_RUN,
    /** Puts drift right. */
    REPAIR;

    /** The word on the command line and in run records. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Mode> parse(String word) {
        return Arrays.stream(values()).filter(mode -> mode.text().equals(word)).findFirst();
    }
}
