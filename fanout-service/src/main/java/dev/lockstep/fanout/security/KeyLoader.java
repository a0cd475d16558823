package dev.lockstep.fanout.security;

import dev.lockstep.fanout.settings.LockstepProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.env.Environment;

/** Finds the API key, and refuses to start where the API would be open to others without one. */
final class KeyLoader {
    static final String VARIABLE = "LOCKSTEP_API_KEY";
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private KeyLoader() {}

    /**
     * The key, from the environment or the file; empty when neither is set.
     *
     * @throws StartRefused when there is no key and the API's address is not a loopback one, or when the file may be
     *     read by others
     */
    static Optional<ApiKey> load(Environment environment, LockstepProperties.Api api) {
        String fromEnvironment = environment.getProperty(VARIABLE, "").strip();
        if (!fromEnvironment.isEmpty()) {
            return Optional.of(new ApiKey(fromEnvironment, api.keyName()));
        }
        Path file = api.keyFile();
        if (file != null) {
            return Optional.of(new ApiKey(read(file), api.keyName()));
        }
        requireLoopback(environment.getProperty("server.address", "").strip());
        return Optional.empty();
    }

    private static String read(Path file) {
        try {
            if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
                throw new StartRefused(
                        "The file with the API key, " + file + ", may be read or written by others than its owner.",
                        "Run: chmod 600 " + file);
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new StartRefused(
                    "Could not read the file with the API key, " + file + ": " + e.getMessage() + ".",
                    "Correct lockstep.api.key-file, or set the environment variable " + VARIABLE + ".");
        }
    }

    private static void requireLoopback(String address) {
        if (!isLoopback(address)) {
            throw new StartRefused(
                    "The API would listen on " + (address.isEmpty() ? "every address" : address)
                            + " (server.address) without authentication.",
                    "Set an API key by the environment variable " + VARIABLE
                            + " or by lockstep.api.key-file, or set server.address to 127.0.0.1.");
        }
    }

    private static boolean isLoopback(String address) {
        try {
            return !address.isEmpty() && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
