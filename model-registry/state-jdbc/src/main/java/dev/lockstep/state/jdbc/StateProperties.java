package dev.lockstep.state.jdbc;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code lockstep.state}.
 *
 * @param url a JDBC URL; left out for an H2 file, for one machine
 * @param directory of the H2 file and its generated password
 * @param user the database's user
 * @param password the user's password, from the environment; left out for the generated one of an H2 file
 * @param passwordFile a file with the password, instead of {@code password}
 * @param connections most connections open at a time, 1 to 8
 */
@ConfigurationProperties("lockstep.state")
record StateProperties(
        @Nullable String url,
        @DefaultValue("data") Path directory,
        @DefaultValue("lockstep") String user,
        @Nullable String password,
        @Nullable Path passwordFile,
        @DefaultValue("8") int connections) {}
