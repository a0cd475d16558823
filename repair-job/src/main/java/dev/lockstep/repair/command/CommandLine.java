package dev.lockstep.repair.command;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the command line, and reports everything that is wrong with it at once. */
public final class CommandLine {
    /** Help, for people. */
    public static final String USAGE = """
            Usage: java -jar repair-job.jar check|dry-run|repair (--model NAME… | --all) [options]
                   java -jar repair-job.jar check|dry-run --file MODEL.yaml [options]
                   java -jar repair-job.jar schedule [--model NAME…] [options]

              check      compares all copies with their sources; writes nothing
              dry-run    as check, and says what repair would write; writes nothing
              repair     puts right what has drifted, and nothing else
              schedule   runs until it is stopped: repairs each model as often as its repair.full says,
                         and takes up repairs that were asked for or confirmed through the service

              --model NAME         a registered model; may be given several times
              --all                all registered models
              --copy NAME          only this copy definition of the model; may be given several times
              --file MODEL.yaml    a model file instead: needs no service, no registration and no state
              --config FILE        the service's configuration file; else lockstep.* from the environment
              --json FILE|-        writes the report as JSON too; - is standard output, without the readable report
              --by copies|sources  walks all copies (default: finds orphans too), or all sources and their copies by
                                   the registered path (finds absent copies, and no orphans)
              --grace TIME         time between two looks at a difference, such as 500ms, 5s (default) or 1m
              --rate NUMBER        reads at most so many copies per second
              --blackout FROM-TO   rests in this time of each day, in UTC, such as 08:00-18:30; may be given
                                   several times
              --fix-budget SHARE   largest share of copies to change without asking, 0 to 1
                                   (default 0.05, but never fewer than 100 copies)
              --yes                changes more than the budget without asking
              --fresh              begins anew; else a run that was interrupted in the last 12 hours
                                   goes on, and what it had scanned is not scanned again

            Exit codes: 0 clean or repaired · 2 drift found or left · 3 could not run
                        4 awaiting confirmation (fix budget exceeded, nothing written) · 64 usage
            """;

    private static final Duration USUAL_GRACE = Duration.ofSeconds(5);
    private static final Duration LONGEST_GRACE = Duration.ofHours(1);
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Set<String> WITH_VALUE = Set.of(
            "--model",
            "--copy",
            "--file",
            "--config",
            "--json",
            "--grace",
            "--rate",
            "--fix-budget",
            "--blackout",
            "--by");
    private static final int LONGEST_SHOWN = 80;

    private final List<String> problems = new ArrayList<>();
    private final List<ModelName> models = new ArrayList<>();
    private final List<CopyName> copies = new ArrayList<>();
    private @Nullable Mode mode;
    private boolean all;
    private boolean yes;
    private boolean fresh;
    private boolean schedule;
    private @Nullable Cover cover;
    private final List<Blackout> blackouts = new ArrayList<>();
    private @Nullable Path file;
    private @Nullable Path config;
    private @Nullable String json;
    private @Nullable Duration grace;
    private @Nullable Double rate;
    private @Nullable Double fixBudget;

    private CommandLine() {}

    /**
     * What was read.
     *
     * @param command the command, empty when there are problems
     * @param problems one line each, for people
     * @param help true when only help was asked for
     */
    public record Parsed(Optional<Command> command, List<String> problems, boolean help) {}

    /** Reads the arguments; never throws for what they hold. */
    public static Parsed parse(String... arguments) {
        List<String> given = List.of(arguments);
        if (given.contains("--help") || given.contains("-h") || given.equals(List.of("help"))) {
            return new Parsed(Optional.empty(), List.of(), true);
        }
        CommandLine line = new CommandLine();
        Iterator<String> rest = given.iterator();
        while (rest.hasNext()) {
            line.take(rest.next(), rest);
        }
        return line.finish();
    }

    private void take(String word, Iterator<String> rest) {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        if (WITH_VALUE.contains(name)) {
            if (equals < 0 && !rest.hasNext()) {
                problems.add(name + " needs a value");
            } else {
                value(name, equals < 0 ? rest.next() : word.substring(equals + 1));
            }
        } else if (word.equals("--all")) {
            all = true;
        } else if (word.equals("--yes")) {
            yes = true;
        } else if (word.equals("--fresh")) {
            fresh = true;
        } else if (word.startsWith("-")) {
            problems.add("there is no option " + shown(word));
        } else {
            command(word);
        }
    }

    private void command(String word) {
        if (mode != null) {
            problems.add("there can be one command, but here is another: " + shown(word));
            return;
        }
        schedule = word.equals("schedule");
        mode = schedule ? Mode.REPAIR : Mode.parse(word).orElse(null);
        if (mode == null) {
            problems.add("the command is check, dry-run, repair or schedule, but was " + shown(word));
            mode = Mode.CHECK;
        }
    }

    private void value(String name, String text) {
        switch (name) {
            case "--model" -> addTo(models, name, text, ModelName::new);
            case "--copy" -> addTo(copies, name, text, CopyName::new);
            case "--file" -> file = once(name, file, path(name, text));
            case "--config" -> config = once(name, config, path(name, text));
            case "--json" -> json = once(name, json, text);
            case "--grace" -> grace = once(name, grace, duration(text));
            case "--by" -> cover = once(name, cover, cover(text));
            case "--blackout" ->
                Blackout.parse(text)
                        .ifPresentOrElse(
                                blackouts::add,
                                () -> problems.add(
                                        "--blackout is a time of the day such as 08:00-18:30, but was " + shown(text)));
            case "--rate" -> rate = once(name, rate, number(name, text, Double.MIN_VALUE, 1e9));
            default -> fixBudget = once(name, fixBudget, number(name, text, 0, 1));
        }
    }

    private <T> void addTo(List<T> list, String name, String text, Function<String, T> make) {
        try {
            list.add(make.apply(text));
        } catch (IllegalArgumentException e) {
            problems.add(name + ": " + e.getMessage());
        }
    }

    private <T> @Nullable T once(String name, @Nullable T before, @Nullable T now) {
        if (before != null) {
            problems.add(name + " is given twice");
        }
        return now;
    }

    private @Nullable Path path(String name, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            problems.add(name + " is no path: " + e.getReason());
            return null;
        }
    }

    private @Nullable Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            Duration parsed = switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
            };
            if (parsed.compareTo(LONGEST_GRACE) <= 0) {
                return parsed;
            }
        }
        problems.add("--grace is a time up to 1h, such as 500ms, 5s or 1m, but was " + shown(text));
        return null;
    }

    private @Nullable Cover cover(String text) {
        Cover parsed = Cover.parse(text).orElse(null);
        if (parsed == null) {
            problems.add("--by is copies or sources, but was " + shown(text));
        }
        return parsed;
    }

    private @Nullable Double number(String name, String text, double least, double most) {
        try {
            double number = Double.parseDouble(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number that is out of range
        }
        problems.add(name
                + (most == 1 ? " is a share from 0 to 1" : " is a number of copies per second above 0")
                + ", but was " + shown(text));
        return null;
    }

    private Parsed finish() {
        if (mode == null) {
            problems.add("the command is missing: check, dry-run, repair or schedule");
            mode = Mode.CHECK;
        }
        checkChoice();
        if (mode != Mode.REPAIR && (yes || fixBudget != null)) {
            problems.add("--yes and --fix-budget are for repair only: " + mode.text() + " writes nothing");
        }
        if (!problems.isEmpty()) {
            return new Parsed(Optional.empty(), List.copyOf(problems), false);
        }
        return new Parsed(
                Optional.of(new Command(
                        mode,
                        models.stream().distinct().toList(),
                        copies.stream().distinct().toList(),
                        Optional.ofNullable(file),
                        Optional.ofNullable(config),
                        Optional.ofNullable(json),
                        grace == null ? USUAL_GRACE : grace,
                        rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate),
                        fixBudget == null ? OptionalDouble.empty() : OptionalDouble.of(fixBudget),
                        yes,
                        fresh,
                        schedule,
                        cover == null ? Cover.COPIES : cover,
                        blackouts)),
                List.of(),
                false);
    }

    private void checkChoice() {
        int choices = (models.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (file == null ? 0 : 1);
        boolean namesWereWrong = problems.stream().anyMatch(problem -> problem.startsWith("--model"));
        if (schedule && (json != null || !copies.isEmpty() || fresh || cover != null)) {
            problems.add("--json, --copy, --by and --fresh are for single runs, not for schedule");
        }
        if (choices == 0 && !namesWereWrong && !schedule) {
            problems.add("say what to look at: --model NAME, --all, or --file MODEL.yaml");
        }
        if (choices > 1) {
            problems.add("--model, --all and --file exclude each other");
        }
        if (!copies.isEmpty() && (all || models.size() > 1)) {
            problems.add("--copy goes with one --model or with --file");
        }
        if (file != null && mode == Mode.REPAIR) {
            problems.add("--file goes with check and dry-run: to repair, register the model and name it by --model, "
                    + "because labels need the epoch that registration gives");
        }
    }

    private static String shown(String text) {
        return "\"" + (text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…") + "\"";
    }
}
