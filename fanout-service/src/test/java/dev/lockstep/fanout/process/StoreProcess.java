package dev.lockstep.fanout.process;

import dev.lockstep.embedded.EmbeddedMongoMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The imitation of MongoDB in a process of its own. */
public final class StoreProcess implements AutoCloseable {
    private final ChildJvm jvm;
    private final String uri;

    private StoreProcess(ChildJvm jvm, String uri) {
        this.jvm = jvm;
        this.uri = uri;
    }

    /** Starts it on a free port and waits until it answers. */
    public static StoreProcess start(Path directory, String... options) {
        return start(directory, List.of(), options);
    }

    /** Starts it on this port and waits until it answers. */
    public static StoreProcess onPort(Path directory, int port, String... options) {
        return start(directory, List.of("--port", Integer.toString(port)), options);
    }

    private static StoreProcess start(Path directory, List<String> arguments, String... options) {
        ChildJvm jvm =
                ChildJvm.start(EmbeddedMongoMain.class, directory.resolve("store.log"), List.of(options), arguments);
        String line = jvm.awaitLine(printed -> printed.contains("mongodb://"), Duration.ofSeconds(60));
        return new StoreProcess(jvm, line.substring(line.indexOf("mongodb://")).strip());
    }

    /** A connection string without a database. */
    public String uri() {
        return uri;
    }

    /** SIGKILL. */
    public void kill() {
        jvm.kill();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
