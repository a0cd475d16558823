package dev.lockstep.repair.report;

import dev.lockstep.drift.Tally;
import dev.lockstep.registry.CopyDefinition;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** One line on a terminal that says how far a scan is, how fast, and how long it will take; renewed twice a second. */
public final class Progress {
    private static final Duration EVERY = Duration.ofMillis(500);
    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean terminal;
    private final Clock clock;
    private Instant shownAt = Instant.EPOCH;
    private boolean shown;

    /** Progress on this stream; silent when it is no terminal. */
    public Progress(PrintStream out, boolean terminal, Clock clock) {
        this.out = out;
        this.terminal = terminal;
        this.clock = clock;
    }

    /**
     * Shows the line if it is time.
     *
     * @param done share of the collection that was read
     */
    public void show(CopyDefinition definition, Instant begun, Tally tally, double done) {
        Instant now = clock.instant();
        if (!terminal || now.isBefore(shownAt.plus(EVERY))) {
            return;
        }
        shownAt = now;
        shown = true;
        double seconds = Math.max(0.001, Duration.between(begun, now).toMillis() / 1e3);
        String left = done <= 0
                ? ""
                : String.format(Locale.ROOT, ", about %.0f s left", Math.max(0, seconds / done - seconds));
        String line = String.format(
                Locale.ROOT,
                "%s: %,d copies, %,.0f/s, %.0f %%%s, %,d drifted",
                definition.id(),
                tally.seen(),
                tally.seen() / seconds,
                100 * done,
                left,
                tally.drifted());
        out.print('\r' + pad(line));
        out.flush();
    }

    /** Removes the line. */
    public void clear() {
        if (shown) {
            out.print('\r' + pad("") + '\r');
            out.flush();
            shown = false;
        }
    }

    private static String pad(String line) {
        return line.length() >= WIDTH ? line.substring(0, WIDTH) : line + " ".repeat(WIDTH - line.length());
    }
}
