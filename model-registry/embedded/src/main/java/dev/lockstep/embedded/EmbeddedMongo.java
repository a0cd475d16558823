package dev.lockstep.embedded;

import java.time.Clock;
import java.time.Duration;

/**
 * A running imitation of a one-node MongoDB replica set. It is not MongoDB: it keeps everything in memory, forgets it
 * on {@link #close()}, and its speed says nothing about MongoDB's. Safe for use by many threads.
 */
public final class EmbeddedMongo implements AutoCloseable {
    private final EmbeddedMongoOptions options;
    private final ChangeLog log;
    private final BusyTime busy;
    private final WireServer server;

    private EmbeddedMongo(EmbeddedMongoOptions options, ChangeLog log, BusyTime busy, WireServer server) {
        this.options = options;
        this.log = log;
        this.busy = busy;
        this.server = server;
    }

    /** Starts on a free loopback port. */
    public static EmbeddedMongo start() {
        return start(EmbeddedMongoOptions.defaults());
    }

    /** Starts and returns once connections are accepted; throws an unchecked exception when the port is taken. */
    public static EmbeddedMongo start(EmbeddedMongoOptions options) {
        Clock clock = Clock.systemUTC();
        BusyTime busy = new BusyTime();
        ChangeLog log = new ChangeLog(clock, options.logLimit());
        ServerIdentity identity = new ServerIdentity(options.replicaSet());
        CommandDispatcher dispatcher = Wiring.dispatcher(log, identity, busy, clock);
        WireServer server = WireServer.bind(options.host(), options.port(), dispatcher);
        identity.listeningOn(options.host() + ":" + server.port());
        return new EmbeddedMongo(options, log, busy, server);
    }

    /** The TCP port that accepts connections. */
    public int port() {
        return server.port();
    }

    /** A connection string that any MongoDB driver takes. */
    public String uri() {
        return "mongodb://" + options.host() + ":" + port() + "/?replicaSet=" + options.replicaSet();
    }

    /** Forgets every change event so far: a stream that resumes from before now fails with error 286. */
    public void forgetHistory() {
        log.forget();
    }

    /** Time spent inside the server since its start, summed over its threads, without waiting for locks or events. */
    public Duration busyTime() {
        return busy.total();
    }

    /** Closes all connections and forgets all data. */
    @Override
    public void close() {
        log.close();
        server.close();
    }
}
