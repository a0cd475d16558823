package dev.lockstep.repair.report;

import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.FieldDifference;
import dev.lockstep.drift.Tally;
import dev.lockstep.repair.command.Cover;
import dev.lockstep.repair.command.Mode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The report for people: what was scanned, found, fixed and left, how long it took, and what to do next. */
public final class TextReport {
    private static final int DETAILS = 10;

    private final JobReport job;
    private final Mode mode;
    private final StringBuilder out = new StringBuilder();

    private TextReport(JobReport job) {
        this.job = job;
        this.mode = job.command().mode();
    }

    /** The report, lines ending in a line feed. */
    public static String of(JobReport job) {
        return new TextReport(job).write();
    }

    private String write() {
        line(
                "%s%s  %s  took %s",
                mode.text(),
                job.command().cover() == Cover.SOURCES ? " by sources" : "",
                job.startedAt().truncatedTo(ChronoUnit.SECONDS),
                time(job.took()));
        job.models().forEach(this::model);
        line("");
        job.skipped().forEach(model -> line("Skipped: %s", model));
        job.errors().forEach(error -> line("Error: %s", error));
        line("Result: %s", result());
        line("Next:   %s", next());
        return out.toString();
    }

    private void model(ModelReport model) {
        line("");
        line(
                "%s%s",
                model.active().name(),
                model.run().isPresent()
                        ? "  (revision " + model.active().revision() + ", run "
                                + model.run().getAsLong() + ")"
                        : "  (from a file)");
        model.copies().forEach(this::copy);
        model.notes().forEach(note -> line("  %s", note));
    }

    private void copy(CopyReport copy) {
        Tally tally = copy.tally();
        row(
                copy.definition().copy().name().value(),
                copy.definition().copy().at() + ", strategy "
                        + copy.definition().copy().strategy().name().toLowerCase(Locale.ROOT));
        long here = tally.seen() - copy.resumed().copies();
        row("  scanned", count(here) + " in " + time(copy.took()) + rate(here, copy.took()));
        if (copy.resumed().segments() > 0) {
            row(
                    "  not again",
                    copy.resumed().segments() + " of " + copy.resumed().of() + " segments with "
                            + count(copy.resumed().copies()) + " copies were scanned before the run was interrupted");
        }
        row("  compared", count(tally.compared()) + skipped(tally));
        row("  drift", drift(copy));
        if (tally.tolerated() > 0) {
            row("  orphaned", count(tally.tolerated()) + ", which onSourceDelete: keep allows");
        }
        if (mode == Mode.REPAIR) {
            row(
                    "  fixed",
                    count(copy.fixed())
                            + (copy.rightByNow() > 0
                                    ? ", and " + count(copy.rightByNow()) + " right by themselves"
                                    : ""));
        }
        copy.left().forEach((why, number) -> row("  left", count(number) + ": " + why));
        if (copy.awaiting()) {
            row("  not written", count(fixable(copy)) + " copies are more than the budget of " + count(copy.budget()));
        }
        details(copy);
    }

    private static long fixable(CopyReport copy) {
        return copy.byKind().entrySet().stream()
                .filter(kind -> kind.getKey().isFixable())
                .mapToLong(kind -> kind.getValue())
                .sum();
    }

    private static String skipped(Tally tally) {
        List<String> parts = new ArrayList<>();
        add(parts, tally.outOfScope(), "outside where");
        add(parts, tally.withoutPointer(), "without a pointer");
        add(parts, tally.moving(), "kept moving");
        add(parts, tally.unreadable(), "labelled by a newer release or revision");
        String skipped = parts.isEmpty() ? "" : "; not compared: " + String.join(", ", parts);
        return skipped + (tally.passed() == 0 ? "" : "; " + count(tally.passed()) + " only lagged");
    }

    private static void add(List<String> parts, long number, String what) {
        if (number > 0) {
            parts.add(count(number) + " " + what);
        }
    }

    private static String drift(CopyReport copy) {
        Tally tally = copy.tally();
        if (tally.drifted() == 0) {
            return "none";
        }
        String kinds = Arrays.stream(DriftKind.values())
                .filter(kind -> copy.byKind().containsKey(kind))
                .map(kind -> count(copy.byKind().getOrDefault(kind, 0L)) + " " + kind.text())
                .collect(Collectors.joining(", "));
        double percent = 100.0 * tally.drifted() / Math.max(1, tally.compared());
        return String.format(Locale.ROOT, "%s (%.3g %%): %s", count(tally.drifted()), percent, kinds);
    }

    private void details(CopyReport copy) {
        copy.details().stream().limit(DETAILS).forEach(drift -> detail(copy, drift));
        long more = copy.omitted() + Math.max(0, copy.details().size() - DETAILS);
        if (more > 0) {
            line("      … and %s more; --json FILE lists %s", count(more), copy.omitted() > 0 ? "most" : "them");
        }
    }

    private void detail(CopyReport copy, Drift drift) {
        line("    %-10s %s  (%s)", drift.kind().text(), Shown.cut(drift.record().canonical()), drift.cause());
        for (FieldDifference field : drift.fields()) {
            String expected = Shown.value(copy.definition(), field, field.expected());
            String actual = Shown.value(copy.definition(), field, field.actual());
            line(
                    mode == Mode.DRY_RUN && !drift.tolerated()
                            ? "               %s: %s would become %s"
                            : "               %s: is %s, source says %s",
                    field.field(),
                    actual,
                    expected);
        }
    }

    private String result() {
        return switch (job.exitCode()) {
            case CLEAN -> clean();
            case DRIFT ->
                count(job.wrongNow()) + (mode == Mode.REPAIR ? " copies are still wrong." : " copies have drifted.");
            case AWAITING_CONFIRMATION -> "awaiting confirmation; more copies are wrong than the fix budget allows.";
            case COULD_NOT_RUN, USAGE -> "could not run to the end.";
        };
    }

    private String clean() {
        String undecided = job.undecided() == 0
                ? ""
                : " Nothing can be said of " + count(job.undecided()) + " more, which kept moving or are labelled by a"
                        + " newer release or revision.";
        return job.fixed() > 0
                ? "repaired; " + count(job.fixed()) + " copies were put right." + undecided
                : "clean; " + count(job.compared()) + " copies agree with their sources." + undecided;
    }

    private String next() {
        boolean file = job.command().file().isPresent();
        return switch (job.exitCode()) {
            case CLEAN -> "nothing to do.";
            case DRIFT ->
                mode == Mode.REPAIR
                        ? "see the reasons above."
                        : file
                                ? "register the model, then repair --model NAME puts them right."
                                : "repair with the same options puts them right"
                                        + (mode == Mode.CHECK ? "; dry-run shows what it would write." : ".");
            case AWAITING_CONFIRMATION ->
                "look at dry-run; if the sources are right, run repair again with --yes or a larger --fix-budget.";
            case COULD_NOT_RUN, USAGE -> "mend what the errors say, then run again.";
        };
    }

    private void row(String name, String text) {
        line("  %-14s %s", name, text);
    }

    private void line(String format, Object... arguments) {
        out.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    private static String rate(long copies, Duration took) {
        double seconds = took.toMillis() / 1e3;
        return copies == 0 || seconds < 0.01 ? "" : String.format(Locale.ROOT, " (%,.0f per second)", copies / seconds);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String time(Duration duration) {
        return duration.toSeconds() < 60
                ? String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3)
                : String.format(
                        Locale.ROOT,
                        "%d:%02d:%02d h",
                        duration.toHours(),
                        duration.toMinutesPart(),
                        duration.toSecondsPart());
    }
}
