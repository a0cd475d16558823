package dev.lockstep.state.jdbc;

import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Opens the state store named by {@code lockstep.state}, unless the application brings one. */
@AutoConfiguration
@EnableConfigurationProperties(StateProperties.class)
class StateAutoConfiguration {
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(StateStore.class)
    JdbcStateStore lockstepStateStore(StateProperties properties, ObjectProvider<Clock> clock) {
        StateSettings settings = new StateSettings(
                blankToNull(properties.url()),
                properties.directory(),
                properties.user(),
                password(properties),
                properties.connections());
        return JdbcStateStore.open(settings, clock.getIfAvailable(Clock::systemUTC));
    }

    private static @Nullable String password(StateProperties properties) {
        Path file = properties.passwordFile();
        if (file == null) {
            return blankToNull(properties.password());
        }
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new StateException(
                    "Could not read the password of the state store from " + file + ": " + e
                            + ". Lockstep does not start without it. Correct lockstep.state.password-file.",
                    e);
        }
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
