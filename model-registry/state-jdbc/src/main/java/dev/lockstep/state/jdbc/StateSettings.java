package dev.lockstep.state.jdbc;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the state is kept.
 *
 * @param url a JDBC URL such as {@code jdbc:postgresql://db/lockstep}; {@code null} for an H2 file in {@code directory}
 * @param directory where the H2 file and its generated password are; created when it does not exist
 * @param user the database's user
 * @param password the user's password; {@code null} for none, or for the generated one of the H2 file
 * @param connections most connections open at a time, 1 to 8
 */
public record StateSettings(
        @Nullable String url,
        Path directory,
        String user,
        @Nullable String password,
        int connections) {
    private static final int MOST_CONNECTIONS = 8;

    public StateSettings {
        if (connections < 1 || connections > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "the state store uses 1 to " + MOST_CONNECTIONS + " connections, but was told " + connections);
        }
    }

    /** An H2 file in this directory, for one machine. */
    public static StateSettings file(Path directory) {
        return new StateSettings(null, directory, "lockstep", null, MOST_CONNECTIONS);
    }

    /** Never the password. */
    @Override
    public String toString() {
        return "state store at " + where();
    }

    String where() {
        return url == null ? directory.resolve(H2File.DATABASE) + ".mv.db" : withoutParameters(url);
    }

    private static String withoutParameters(String url) {
        int end = url.indexOf('?');
        return end < 0 ? url : url.substring(0, end);
    }
}
