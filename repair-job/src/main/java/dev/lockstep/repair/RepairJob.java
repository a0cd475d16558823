package dev.lockstep.repair;

import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.command.CommandLine;
import dev.lockstep.repair.command.ExitCode;
import dev.lockstep.repair.load.CouldNotLoad;
import dev.lockstep.repair.load.Targets;
import dev.lockstep.repair.report.JobReport;
import dev.lockstep.repair.report.JsonReport;
import dev.lockstep.repair.report.Progress;
import dev.lockstep.repair.report.TextReport;
import dev.lockstep.repair.run.Job;
import dev.lockstep.repair.run.RunParts;
import dev.lockstep.repair.run.Stop;
import dev.lockstep.repair.schedule.Scheduler;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.Stores;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The command line application. Its report goes to standard output, all that went wrong to standard error. */
public final class RepairJob {
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(10);

    private final PrintStream out;
    private final PrintStream err;
    private final Stop stop = new Stop();

    RepairJob(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs and ends the process with its exit code. */
    public static void main(String... arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        RepairJob job = new RepairJob(out, err);
        Thread runner = Thread.currentThread();
        Thread onSignal = new Thread(() -> job.stopped(runner), "stop");
        Runtime.getRuntime().addShutdownHook(onSignal);
        ExitCode code = job.run(arguments);
        if (!job.stop.isAsked()) {
            Runtime.getRuntime().removeShutdownHook(onSignal);
            System.exit(code.number());
        }
    }

    private void stopped(Thread runner) {
        stop.ask();
        try {
            runner.join(TIME_TO_STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    ExitCode run(String... arguments) {
        CommandLine.Parsed parsed = CommandLine.parse(arguments);
        if (parsed.help()) {
            out.print(CommandLine.USAGE);
            return ExitCode.CLEAN;
        }
        if (parsed.command().isEmpty()) {
            parsed.problems().forEach(problem -> err.println("Error: " + problem + "."));
            err.println("Run with --help to see what there is.");
            return ExitCode.USAGE;
        }
        Command command = parsed.command().get();
        try {
            beforeStart(command);
            return start(command);
        } catch (CouldNotLoad e) {
            e.problems().forEach(problem -> err.println("Error: " + problem));
            return ExitCode.COULD_NOT_RUN;
        } catch (RuntimeException e) {
            err.println("Error: " + Reason.of(e, command.config()));
            return ExitCode.COULD_NOT_RUN;
        }
    }

    private static void beforeStart(Command command) {
        command.config()
                .filter(file -> !Files.isReadable(file) || Files.isDirectory(file))
                .ifPresent(file -> {
                    throw new CouldNotLoad(
                            List.of("Could not read the configuration " + file + ": there is no such readable file."));
                });
        command.json()
                .filter(to -> !to.equals("-"))
                .map(to -> Path.of(to).toAbsolutePath())
                .ifPresent(to -> {
                    Path folder = to.getParent();
                    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(to)) {
                        throw new CouldNotLoad(List.of("Could not write the report " + to
                                + ": it must be a file in a directory that exists."));
                    }
                });
    }

    private ExitCode start(Command command) {
        try (ConfigurableApplicationContext context = context(command)) {
            Stores stores = context.getBean(Stores.class);
            Clock clock = context.getBean(Clock.class);
            Optional<StateStore> state =
                    command.file().isPresent() ? Optional.empty() : Optional.of(context.getBean(StateStore.class));
            Progress progress = new Progress(err, System.console() != null, clock);
            if (command.schedule()) {
                return schedule(new RunParts(command, stores, state, clock, stop, progress), state.orElseThrow());
            }
            Targets.Loaded loaded = Targets.of(
                    command, stores.names(), () -> state.orElseThrow().models());
            JobReport report = new Job(new RunParts(command, stores, state, clock, stop, progress))
                    .run(loaded.targets(), loaded.skipped());
            return write(report);
        }
    }

    private ExitCode schedule(RunParts parts, StateStore state) {
        new Scheduler(
                        parts,
                        state,
                        () -> Targets.of(parts.command(), parts.stores().names(), state::models),
                        new Scheduler.Told() {
                            @Override
                            public void ended(JobReport report) {
                                out.println(TextReport.of(report));
                            }

                            @Override
                            public void trouble(String what) {
                                err.println("Error: " + what);
                            }
                        })
                .run();
        return ExitCode.CLEAN;
    }

    private static ConfigurableApplicationContext context(Command command) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(RepairConfiguration.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .lazyInitialization(true);
        command.config()
                .ifPresent(file -> application.properties("spring.config.additional-location="
                        + file.toAbsolutePath().toUri()));
        return application.run();
    }

    private ExitCode write(JobReport report) {
        Command command = report.command();
        if (command.jsonToStandardOutput()) {
            out.print(JsonReport.of(report));
            report.errors().forEach(error -> err.println("Error: " + error));
            return report.exitCode();
        }
        out.print(TextReport.of(report));
        if (command.json().isPresent()) {
            Path to = Path.of(command.json().get());
            try {
                Files.writeString(to, JsonReport.of(report));
            } catch (IOException e) {
                err.println("Error: Could not write the report " + to + ": " + e.getMessage() + ".");
                return ExitCode.COULD_NOT_RUN;
            }
        }
        return report.exitCode();
    }
}
