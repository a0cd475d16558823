package dev.lockstep.embedded.dynamo;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An imitation of DynamoDB and DynamoDB Streams on 127.0.0.1, in memory; safe for use by several threads. It takes any
 * credentials. What it knows and what differs from the service is in the module's README.
 */
public final class EmbeddedDynamo implements AutoCloseable {
    /** The region it says it is in. */
    public static final String REGION = "eu-imitation-1";

    private static final int THREADS = 8;

    static {
        // without it each answer waits some 40 ms for the client's acknowledgement of its head
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final Requests requests;
    private final HttpServer server;
    private final ExecutorService threads;
    private final ProtocolHandler handler;

    private EmbeddedDynamo(Requests requests, ProtocolHandler handler, HttpServer server, ExecutorService threads) {
        this.handler = handler;
        this.requests = requests;
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts a server; the port 0 takes a free one.
     *
     * @throws IOException when the port cannot be had
     */
    public static EmbeddedDynamo start(int port, Clock clock) throws IOException {
        var requests = new Requests(new Database(clock));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "dynamodb-imitation");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        var handler = new ProtocolHandler(requests);
        server.createContext("/", handler);
        server.start();
        return new EmbeddedDynamo(requests, handler, server, threads);
    }

    /** The address for both clients, that of tables and that of streams. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Requests so far, of both protocols. */
    public long requests() {
        return handler.answered();
    }

    /** Closes every open shard of a table's stream and gives each two children. */
    public void splitShards(String table) {
        requests.onStream(table, StreamLog::split);
    }

    /** Forgets a stream's records so far and its closed shards, as the service does after 24 hours. */
    public void trim(String table) {
        requests.onStream(table, StreamLog::trim);
    }

    /** From now on the global indexes of a table show each change so much later. */
    public void lagIndexes(String table, Duration lag) {
        requests.lagIndexes(table, lag);
    }

    /** Makes all shard iterators handed out so far too old, as they are after 15 minutes. */
    public void expireIterators() {
        requests.expireIterators();
    }

    /** Removes what a table's time to live says is over at that time; answers how many items. */
    public int expireItems(String table, Instant now) {
        return requests.expireItems(table, now);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
