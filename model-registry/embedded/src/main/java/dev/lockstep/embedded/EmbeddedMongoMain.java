package dev.lockstep.embedded;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** Runs the imitation in a process of its own: {@code EmbeddedMongoMain [--port N]}, until SIGTERM. */
public final class EmbeddedMongoMain {
    private EmbeddedMongoMain() {}

    /** Starts, prints one line with the address, and waits until the process is told to end. */
    public static void main(String[] args) throws InterruptedException {
        EmbeddedMongo mongo = EmbeddedMongo.start(options(args));
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            mongo.close();
                            stopped.countDown();
                        },
                        "embedded-mongo-stop"));
        announce(System.out, mongo);
        stopped.await();
    }

    private static void announce(PrintStream out, EmbeddedMongo mongo) {
        out.println(
                "lockstep-embedded, an in-memory imitation of MongoDB (not MongoDB itself), listens on " + mongo.uri());
        out.flush();
    }

    private static EmbeddedMongoOptions options(String[] args) {
        EmbeddedMongoOptions defaults = EmbeddedMongoOptions.defaults();
        if (args.length == 0) {
            return defaults;
        }
        if (args.length != 2 || !args[0].equals("--port")) {
            throw new IllegalArgumentException("Usage: EmbeddedMongoMain [--port N]");
        }
        return defaults.withPort(Integer.parseInt(args[1]));
    }
}
