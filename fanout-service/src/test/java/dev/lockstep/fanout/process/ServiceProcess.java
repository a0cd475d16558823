package dev.lockstep.fanout.process;

import dev.lockstep.fanout.FanoutServiceApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The whole service in a process of its own. */
public final class ServiceProcess implements AutoCloseable {
    private static final String STARTED = "Started FanoutServiceApplication";
    private static final Duration START = Duration.ofSeconds(180);

    private final ChildJvm jvm;
    private final int port;

    private ServiceProcess(ChildJvm jvm, int port) {
        this.jvm = jvm;
        this.port = port;
    }

    /**
     * Begins to start it and does not wait; {@code arguments} are Spring's, {@code directory} holds its state and log.
     */
    public static ServiceProcess begin(Path directory, String log, List<String> options, String... arguments) {
        int port = freePort();
        List<String> all = new ArrayList<>(List.of(
                "--server.port=" + port,
                "--management.server.port=0",
                "--management.server.address=127.0.0.1",
                "--logging.level.org.mongodb.driver=ERROR",
                "--lockstep.state.directory=" + directory.resolve("state")));
        all.addAll(List.of(arguments));
        return new ServiceProcess(
                ChildJvm.start(FanoutServiceApplication.class, directory.resolve(log), options, all), port);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has started. */
    public ServiceProcess awaitStart() {
        jvm.awaitLine(line -> line.contains(STARTED), START);
        return this;
    }

    /** Waits until it reads the stream of a store. */
    public ServiceProcess awaitReading() {
        jvm.awaitLine(line -> line.contains("Reading ") && line.contains(" of store "), START);
        return this;
    }

    /** An answer. */
    public record Answer(int status, String body) {}

    /** GET of a path of the API. */
    public Answer get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    /** POST of a JSON body. */
    public Answer post(String path, String body) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .header("X-Lockstep", "test")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What it printed since its start. */
    public List<String> lines() {
        return jvm.lines();
    }

    /** True until it has ended. */
    public boolean isAlive() {
        return jvm.isAlive();
    }

    /** SIGSTOP. */
    public void freeze() {
        jvm.freeze();
    }

    /** SIGCONT. */
    public void thaw() {
        jvm.thaw();
    }

    /** SIGKILL. */
    public void kill() {
        jvm.kill();
    }

    /** SIGTERM; returns the exit code. */
    public int terminate() {
        return jvm.terminate(Duration.ofSeconds(60));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
