package dev.lockstep.fanout.explore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Collects results; prints them as tables and writes them as JSON and markdown under {@code target/explore}. */
final class Report {
    private record WorldLine(Worlds.Definition world, Explorer.Result result) {}

    private record MutantLine(Mutant mutant, String world, Explorer.Result result) {}

    private final List<WorldLine> worlds = new ArrayList<>();
    private final List<MutantLine> mutants = new ArrayList<>();

    void world(Worlds.Definition world, Explorer.Result result) {
        worlds.add(new WorldLine(world, result));
    }

    void mutant(Mutant mutant, String world, Explorer.Result result) {
        mutants.add(new MutantLine(mutant, world, result));
    }

    /** Worlds in which the production classes broke a promise, with the way there. */
    List<String> failures() {
        return worlds.stream()
                .filter(line -> line.result().violation() != null)
                .map(line -> line.world().name() + ": " + line.result().violation() + "\n  "
                        + String.join("\n  ", line.result().trace()))
                .toList();
    }

    /** Mutants that no world caught. */
    List<String> survivors() {
        return mutants.stream()
                .filter(line -> line.result().violation() == null)
                .map(line -> line.mutant().clause() + " (" + line.mutant().how() + ") in " + line.world())
                .toList();
    }

    void publish(String name) {
        String markdown = markdown();
        System.out.println(markdown);
        try {
            Path folder = Files.createDirectories(Path.of("target", "explore"));
            Files.writeString(folder.resolve(name + ".md"), markdown);
            Files.writeString(folder.resolve(name + ".json"), json());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String markdown() {
        StringBuilder text = new StringBuilder(
                "\n## Worlds\n\n"
                        + "| world | what can happen | states | ends | steps | explored | broken |\n|---|---|--:|--:|--:|---|---|\n");
        for (WorldLine line : worlds) {
            Explorer.Result result = line.result();
            text.append(String.format(
                    "| %s | %s | %,d | %,d | %,d | %s | %s |%n",
                    line.world().name(),
                    line.world().tells(),
                    result.states(),
                    result.ends(),
                    result.steps(),
                    result.complete() ? "whole" : "in part",
                    result.violation() == null ? "nothing" : result.violation()));
        }
        text.append(
                "\n## Mutants\n\n| without | instead | world | caught after | by | shortest trace |\n|---|---|---|--:|---|---|\n");
        for (MutantLine line : mutants) {
            Explorer.Result result = line.result();
            text.append(String.format(
                    "| %s | %s | %s | %,d states | %s | %s |%n",
                    line.mutant().clause(),
                    line.mutant().how(),
                    line.world(),
                    result.states(),
                    result.violation() == null
                            ? "**SURVIVED**"
                            : result.violation().split(":")[0],
                    String.join(" · ", result.trace())));
        }
        return text.toString();
    }

    private String json() {
        List<String> lines = new ArrayList<>();
        for (WorldLine line : worlds) {
            lines.add("{\"world\":" + quote(line.world().name()) + "," + result(line.result()) + "}");
        }
        for (MutantLine line : mutants) {
            lines.add("{\"mutant\":" + quote(line.mutant().clause()) + ",\"how\":"
                    + quote(line.mutant().how()) + ",\"world\":" + quote(line.world()) + "," + result(line.result())
                    + "}");
        }
        return "[\n" + String.join(",\n", lines) + "\n]\n";
    }

    private static String result(Explorer.Result result) {
        String violation = result.violation();
        return "\"states\":" + result.states() + ",\"ends\":" + result.ends() + ",\"steps\":" + result.steps()
                + ",\"complete\":" + result.complete() + ",\"milliseconds\":"
                + result.took().toMillis() + ",\"violation\":" + (violation == null ? "null" : quote(violation))
                + ",\"trace\":["
                + String.join(",", result.trace().stream().map(Report::quote).toList()) + "]";
    }

    private static String quote(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
