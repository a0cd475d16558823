package dev.lockstep.state.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.StateException;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One H2 file, several processes. */
class SharedFileIT {
    @TempDir
    Path directory;

    private JdbcStateStore open() {
        return JdbcStateStore.open(StateSettings.file(directory));
    }

    private static Set<String> keys(JdbcStateStore state) {
        return state.waitingKeys().page(StateProcess.MODEL, Instant.EPOCH, 0, 1_000_000).stream()
                .map(WaitingKey::key)
                .collect(Collectors.toSet());
    }

    @Test
    void losesNoCommittedRowWhenKilled() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> committed = new ArrayList<>();
        for (int round = 0; round < 8; round++) {
            int rows = 1 + random.nextInt(300);
            try (StateProcess process = StateProcess.start(directory, "r" + round + "-", Integer.MAX_VALUE)) {
                process.awaitOpen();
                for (int i = 0; i < rows; i++) {
                    committed.add(process.next());
                }
                process.kill();
                for (String line = process.next(); line != null; line = process.next()) {
                    committed.add(line);
                }
            }
            try (JdbcStateStore state = open()) {
                assertThat(keys(state))
                        .as("seed %d, round %d, killed after %d rows", seed, round, rows)
                        .containsAll(committed);
            }
        }
        assertThat(committed).hasSizeGreaterThan(8);
    }

    @Test
    void opensAnEmptyDirectoryFromSeveralProcessesAtOnce() throws IOException {
        List<StateProcess> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(StateProcess.start(directory, "p" + i + "-", 50));
        }
        try (JdbcStateStore state = open()) {
            Set<String> expected = new HashSet<>();
            for (StateProcess process : processes) {
                process.awaitOpen();
                for (String line = process.next(); !"IDLE".equals(line); line = process.next()) {
                    expected.add(line);
                }
            }
            assertThat(expected).hasSize(150);
            assertThat(keys(state)).isEqualTo(expected);
            Path password = directory.resolve("lockstep.password");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(password)))
                    .isEqualTo("rw-------");
            assertThat(Files.readString(password)).hasSize(32);
        } finally {
            processes.forEach(StateProcess::close);
        }
    }

    @Test
    void goesOnWhenTheProcessThatServedTheFileIsKilled() throws Exception {
        try (StateProcess server = StateProcess.start(directory, "server-", 10)) {
            server.awaitOpen();
            try (JdbcStateStore state = open()) {
                Set<String> confirmed = Collections.synchronizedSet(new HashSet<>());
                List<Throwable> unexpected = Collections.synchronizedList(new ArrayList<>());
                AtomicBoolean stop = new AtomicBoolean();
                List<Thread> writers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    String prefix = "client" + i + "-";
                    Thread writer = new Thread(() -> write(state, prefix, confirmed, unexpected, stop));
                    writer.start();
                    writers.add(writer);
                }
                await(() -> confirmed.size() > 100 || !unexpected.isEmpty());
                server.kill();
                int atKill = confirmed.size();
                await(() -> confirmed.size() > atKill + 500 || !unexpected.isEmpty());
                stop.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
                assertThat(unexpected).isEmpty();
                assertThat(keys(state)).containsAll(confirmed);
            }
        }
    }

    private static void write(
            JdbcStateStore state,
            String prefix,
            Set<String> confirmed,
            List<Throwable> unexpected,
            AtomicBoolean stop) {
        for (int i = 0; !stop.get() && unexpected.isEmpty(); i++) {
            try {
                state.waitingKeys().add(List.of(StateProcess.key(prefix + i)));
                confirmed.add(prefix + i);
            } catch (StateException e) {
                if (!e.getMessage().contains("may or may not have been stored")) {
                    unexpected.add(e);
                }
            } catch (RuntimeException e) {
                unexpected.add(e);
            }
        }
    }

    private static void await(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("a minute has passed").isLessThan(giveUp);
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void canStillCommitWhileItsProcessShutsDown() {
        try (StateProcess process = StateProcess.start(directory, "p-", 5)) {
            process.awaitOpen();
            String line = process.next();
            while (!"IDLE".equals(line)) {
                line = process.next();
            }
            process.terminate();
            assertThat(process.next()).isEqualTo("LAST");
        }
        try (JdbcStateStore state = open()) {
            assertThat(keys(state)).contains("p-last0", "p-last19");
        }
    }

    @Test
    void servesOtherProcessesOnTheLoopbackInterfaceOnly() throws IOException {
        try (JdbcStateStore state = open()) {
            assertThat(state.models().all()).isEmpty();
            Properties lock = new Properties();
            try (InputStream in = Files.newInputStream(directory.resolve("lockstep.lock.db"))) {
                lock.load(in);
            }
            String server = lock.getProperty("server");
            assertThat(server).startsWith("localhost:");
            int port = Integer.parseInt(server.substring(server.indexOf(':') + 1));
            for (InetAddress address : outsideAddresses()) {
                assertThatThrownBy(() -> connect(address, port)).isInstanceOf(IOException.class);
            }
            connect(InetAddress.getByName("127.0.0.1"), port);
        }
    }

    private static List<InetAddress> outsideAddresses() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .toList();
    }

    private static void connect(InetAddress address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 2_000);
        }
    }

    @Test
    void saysWhatToDoWhenThePasswordIsWrong() throws IOException {
        open().close();
        Files.writeString(directory.resolve("lockstep.password"), "another");

        assertThatThrownBy(this::open)
                .isInstanceOf(StateException.class)
                .hasMessageContaining("Wrong user name or password")
                .hasMessageContaining(directory.resolve("lockstep.mv.db").toString())
                .hasMessageContaining("Put back the lockstep.password file");
    }

    @Test
    void refusesToInventAPasswordForAnOldDatabase() throws IOException {
        open().close();
        Files.delete(directory.resolve("lockstep.password"));

        assertThatThrownBy(this::open)
                .isInstanceOf(StateException.class)
                .hasMessageContaining("lockstep.password is missing");
        assertThat(directory.resolve("lockstep.password")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "zeros", "cut"})
    void saysWhatToDoWhenTheFileIsDamaged(String how) throws IOException {
        try (JdbcStateStore state = open()) {
            state.models().raiseEpoch(new ModelName("none"), "x");
        } catch (StateException e) {
            assertThat(e).hasMessageContaining("not registered");
        }
        Path file = directory.resolve("lockstep.mv.db");
        byte[] content = Files.readAllBytes(file);
        switch (how) {
            case "garbage" -> new Random(1).nextBytes(content);
            case "zeros" -> content = new byte[content.length];
            default -> content = Arrays.copyOf(content, 5_000);
        }
        Files.write(file, content);

        assertThatThrownBy(this::open)
                .isInstanceOf(StateException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("Restore it from a backup");
    }

    @Test
    void saysWhatToDoWhenTheDirectoryCannotBeUsed() throws IOException {
        Path file = Files.writeString(directory.resolve("a-file"), "x");

        assertThatThrownBy(() -> JdbcStateStore.open(StateSettings.file(file.resolve("state"))))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("lockstep.state.directory");
        assertThatThrownBy(() -> JdbcStateStore.open(StateSettings.file(directory.resolve("a;b"))))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("semicolon");
    }
}
