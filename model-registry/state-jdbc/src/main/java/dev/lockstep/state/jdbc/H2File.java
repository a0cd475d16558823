package dev.lockstep.state.jdbc;

import dev.lockstep.state.StateException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * An H2 database file that several processes of one machine share: the first to open it serves the others on the
 * loopback interface, and when it ends the next one takes over.
 *
 * @param directory holds the database, its password and the lock that is held while one process opens it
 */
record H2File(Path directory) {
    static final String DATABASE = "lockstep";

    /** File locks are held for the whole process, so threads of one process need a lock of their own. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    private static final String BIND_ADDRESS = "h2.bindAddress";
    private static final int PASSWORD_BYTES = 24;

    /**
     * WRITE_DELAY=0 writes each commit to the file before it returns. LOCK_TIMEOUT is in milliseconds; it only has to
     * be longer than any transaction of this store.
     */
    String url() {
        String path = directory.toAbsolutePath().normalize().toString();
        if (path.indexOf(';') >= 0) {
            throw new StateException(
                    "Could not open the state store in " + path + ": the path has a semicolon, which ends an H2 URL."
                            + " Set lockstep.state.directory to another directory.",
                    null);
        }
        return "jdbc:h2:file:" + path + "/" + DATABASE + ";AUTO_SERVER=TRUE;WRITE_DELAY=0;LOCK_TIMEOUT=10000";
    }

    /** Runs {@code opening} while no other process or thread opens this file. */
    <T> T exclusively(Supplier<T> opening) {
        THREADS.lock();
        try {
            createDirectory();
            try (FileChannel channel = FileChannel.open(
                            directory.resolve(DATABASE + ".opening"),
                            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                            ownerOnly("rw-------"));
                    FileLock lock = channel.lock()) {
                return opening.get();
            }
        } catch (IOException e) {
            throw new StateException(
                    "Could not open the state store in " + directory + ": " + e
                            + ". Lockstep does not start without it. Make the directory writable for this user, or set"
                            + " lockstep.state.directory.",
                    e);
        } finally {
            THREADS.unlock();
        }
    }

    private void createDirectory() throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, ownerOnly("rwx------"));
        }
    }

    /** The password, made on first use. Call it inside {@link #exclusively}. */
    String password() {
        Path file = directory.resolve(DATABASE + ".password");
        try {
            if (!Files.exists(file)) {
                refuseANewPasswordForAnOldDatabase(file);
                writePassword(file);
            }
            return Files.readString(file, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new StateException(
                    "Could not read the password of the state store, " + file + ": " + e
                            + ". Lockstep does not start without it. Make the file readable for this user only.",
                    e);
        }
    }

    private void refuseANewPasswordForAnOldDatabase(Path file) {
        Path database = directory.resolve(DATABASE + ".mv.db");
        if (Files.exists(database)) {
            throw new StateException(
                    "Could not open the state store " + database + ": its password file " + file
                            + " is missing. Put it back from a backup. Without it, move the database away too: Lockstep"
                            + " then starts with an empty state, models must be registered again, and every copy is"
                            + " verified anew.",
                    null);
        }
    }

    private void writePassword(Path file) throws IOException {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        Path draft = Files.createTempFile(directory, DATABASE, ".tmp", ownerOnly("rw-------"));
        Files.writeString(
                draft, Base64.getUrlEncoder().withoutPadding().encodeToString(random), StandardCharsets.US_ASCII);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private FileAttribute<?>[] ownerOnly(String permissions) {
        boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Must run before any class of H2 is loaded, because H2 reads the property once. */
    static void bindToLoopback() {
        System.setProperty(BIND_ADDRESS, "127.0.0.1");
    }

    /**
     * Fails when the server that this or another process opened for the file can be reached from outside. H2 writes the
     * address it serves at into its lock file; for 127.0.0.1 it writes localhost.
     */
    void checkLoopback() {
        Path lock = directory.resolve(DATABASE + ".lock.db");
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(lock)) {
            properties.load(in);
        } catch (IOException e) {
            throw new StateException("Could not read " + lock + ", which H2 keeps while the state store is open", e);
        }
        String server = properties.getProperty("server", "");
        if (!server.startsWith("localhost:") && !server.startsWith("127.0.0.1:")) {
            throw new StateException(
                    "Could not open the state store in " + directory + ": its H2 server listens on " + server
                            + ", not on the loopback interface, because H2 was loaded before Lockstep could set"
                            + " h2.bindAddress. Start the process that serves it with -Dh2.bindAddress=127.0.0.1.",
                    null);
        }
    }
}
