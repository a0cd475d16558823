package dev.lockstep.fanout.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A main class in a JVM of its own, with this test's class path; its output goes to a file. */
public final class ChildJvm implements AutoCloseable {
    private static final long POLL_MILLIS = 20;

    private final Process process;
    private final Path output;
    private final long begin;

    private ChildJvm(Process process, Path output, long begin) {
        this.process = process;
        this.output = output;
        this.begin = begin;
    }

    /** Starts it; {@code output} is appended to. Options may have a class path of their own. */
    public static ChildJvm start(Class<?> main, Path output, List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        if (!options.contains("-cp")) {
            command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath())));
        }
        command.add(main.getName());
        command.addAll(arguments);
        try {
            Files.createDirectories(output.toAbsolutePath().getParent());
            long begin = Files.exists(output) ? Files.size(output) : 0;
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
            return new ChildJvm(process, output, begin);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** This test's class path without the classes of the tests, which the service would scan. */
    static List<String> classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(all.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !Path.of(entry).endsWith("test-classes"))
                .toList();
    }

    /** Waits for a line of output that fits and returns it; fails when the process ends first. */
    public String awaitLine(Predicate<String> fits, Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        while (System.nanoTime() < deadline) {
            boolean alive = process.isAlive();
            for (String line : lines()) {
                if (fits.test(line)) {
                    return line;
                }
            }
            if (!alive) {
                throw new AssertionError("the process ended with " + process.exitValue() + ":\n" + tail());
            }
            pause();
        }
        throw new AssertionError("no such line within " + most + ":\n" + tail());
    }

    /** What it printed since its start. */
    public List<String> lines() {
        try {
            byte[] all = Files.readAllBytes(output);
            int from = (int) Math.min(begin, all.length);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String tail() {
        List<String> lines = lines();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }

    /** True until it has ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGSTOP: it stands still between two instructions until {@link #thaw}. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGCONT: it goes on and does not know that time has passed. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (kill.waitFor() != 0) {
                throw new AssertionError("the process could not be sent SIG" + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGKILL, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        await(Duration.ofSeconds(30));
    }

    /** SIGTERM, and waits; returns the exit code. */
    public int terminate(Duration most) {
        process.destroy();
        await(most);
        return process.exitValue();
    }

    /** Waits for its end and returns the exit code. */
    public int await(Duration most) {
        try {
            if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the process did not end within " + most + ":\n" + tail());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
