package dev.lockstep.state.jdbc;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.StateException;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another process on the same state store. It says OPEN, then the name of each key once its commit has returned, and
 * LAST for the one that it commits while it shuts down.
 */
final class StateProcess implements AutoCloseable {
    static final ModelName MODEL = new ModelName("order-customer");

    /** Tells what it says from what is logged. */
    private static final String SAYS = "> ";

    private final Process process;
    private final BufferedReader output;

    private StateProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static StateProcess start(Path directory, String prefix, int keys) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StateProcess.class.getName(),
                directory.toString(),
                prefix,
                Integer.toString(keys));
        try {
            return new StateProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next line, or null when the process has ended. */
    String next() {
        try {
            String line = output.readLine();
            while (line != null && !line.startsWith(SAYS)) {
                line = output.readLine();
            }
            return line == null ? null : line.substring(SAYS.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitOpen() {
        String line = next();
        if (!"OPEN".equals(line)) {
            throw new AssertionError("the process said " + line);
        }
    }

    /** Through its handle: {@link Process#destroyForcibly} would close the output that is still to be read. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    void terminate() {
        process.toHandle().destroy();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new AssertionError("the process does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static WaitingKey key(String text) {
        return WaitingKey.of(MODEL, null, text, Instant.EPOCH);
    }

    private static void say(String line) {
        System.out.println(SAYS + line);
        System.out.flush();
    }

    /** H2 closes its file beside us: a commit that was not confirmed is repeated, as callers of the state store do. */
    private static void addUntilConfirmed(JdbcStateStore state, String text) {
        StateException last = null;
        for (int attempt = 0; attempt < 20; attempt++) {
            try {
                state.waitingKeys().add(List.of(key(text)));
                return;
            } catch (StateException e) {
                last = e;
            }
        }
        throw new AssertionError("twenty commits in a row were not confirmed", last);
    }

    /** Commits keys and stays until it is ended or its input closes. */
    public static void main(String[] arguments) throws IOException {
        String prefix = arguments[1];
        JdbcStateStore state = JdbcStateStore.open(StateSettings.file(Path.of(arguments[0])));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                addUntilConfirmed(state, prefix + "last" + i);
            }
            say("LAST");
            state.close();
        }));
        say("OPEN");
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            state.waitingKeys().add(List.of(key(prefix + i)));
            say(prefix + i);
        }
        say("IDLE");
        while (System.in.read() >= 0) {
            continue;
        }
    }
}
