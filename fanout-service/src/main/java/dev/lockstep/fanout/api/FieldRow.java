package dev.lockstep.fanout.api;

import dev.lockstep.fanout.control.PipelineStatus.CopyProgress;
import dev.lockstep.fanout.observe.CopyFigures;
import dev.lockstep.fanout.observe.StatusView;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.FieldRule;
import dev.lockstep.registry.Model;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One duplicated field.
 *
 * @param copyField path in the copy; with elements relative to the element
 * @param source {@code store/collection} of the source of truth
 * @param sourceField path in the source, or the template
 * @param freshnessP99Ms milliseconds; left out without changes
 * @param driftRatio share of wrong copies; left out before the first measurement
 */
record FieldRow(
        String model,
        String copy,
        String at,
        String copyField,
        String source,
        String sourceField,
        String strategy,
        String mode,
        String state,
        boolean sensitive,
        @Nullable Long freshnessP99Ms,
        @Nullable Double driftRatio,
        @Nullable String owner,
        @Nullable String writtenBy) {
    private static final List<String> HEADINGS = List.of(
            "model",
            "copy",
            "at",
            "copy field",
            "source",
            "source field",
            "strategy",
            "mode",
            "state",
            "freshness p99 (ms)",
            "drift",
            "owner",
            "written by");

    static FieldRow of(String state, CopyFigures figures, FieldRule rule) {
        Model model = figures.definition().model();
        Copy copy = figures.definition().copy();
        StatusView.Field field = StatusView.field(rule);
        return new FieldRow(
                model.name().value(),
                copy.name().value(),
                copy.at().toString(),
                copy.elements() == null ? field.copy() : copy.elements().path() + "[]." + field.copy(),
                model.source().at().toString(),
                field.source(),
                copy.strategy().name().toLowerCase(Locale.ROOT),
                copy.mode().name().toLowerCase(Locale.ROOT),
                state,
                copy.sensitive().contains(rule.target()),
                figures.progress()
                        .flatMap(CopyProgress::freshnessP99)
                        .map(Duration::toMillis)
                        .orElse(null),
                figures.driftRatio().orElse(null),
                model.owner(),
                copy.writtenBy());
    }

    private List<String> cells() {
        return Stream.of(
                        model,
                        copy,
                        at,
                        copyField,
                        source,
                        sourceField,
                        strategy,
                        mode,
                        state,
                        freshnessP99Ms,
                        driftRatio,
                        owner,
                        writtenBy)
                .map(cell -> Objects.toString(cell, ""))
                .toList();
    }

    /** A table; a bar, a backslash or a line break in a name stays inside its cell. */
    static String markdown(List<FieldRow> rows) {
        StringBuilder out = new StringBuilder();
        line(HEADINGS, out);
        line(HEADINGS.stream().map(heading -> "---").toList(), out);
        rows.forEach(row -> line(
                row.cells().stream()
                        .map(cell ->
                                cell.replace("\\", "\\\\").replace("|", "\\|").replaceAll("\\R", " "))
                        .toList(),
                out));
        return out.toString();
    }

    private static void line(List<String> cells, StringBuilder out) {
        out.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
    static String csv(List<FieldRow> rows) {
        return Stream.concat(Stream.of(HEADINGS), rows.stream().map(FieldRow::cells))
                .map(cells -> cells.stream().map(FieldRow::quoted).collect(Collectors.joining(",")) + "\r\n")
                .collect(Collectors.joining());
    }

    private static String quoted(String cell) {
        String safe = !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0 ? "'" + cell : cell;
        return "\"" + safe.replace("\"", "\"\"") + "\"";
    }
}
