package dev.lockstep.state.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.state.StateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class StateAutoConfigurationIT {
    @TempDir
    Path directory;

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(StateAutoConfiguration.class));

    @Test
    void opensAFileInTheDirectory() {
        Path state = directory.resolve("deep/state");

        runner.withPropertyValues("lockstep.state.directory=" + state).run(context -> {
            assertThat(context).hasSingleBean(StateStore.class);
            assertThat(context.getBean(StateStore.class).models().all()).isEmpty();
        });
        assertThat(state.resolve("lockstep.mv.db")).exists();
        assertThat(state.resolve("lockstep.lock.db"))
                .as("closed with its context")
                .doesNotExist();
    }

    @Test
    void opensADatabaseByUrlWithAPasswordFromAFile() throws IOException {
        Path password = Files.writeString(directory.resolve("secret"), "s3cret\n");
        String[] properties = {
            "lockstep.state.url=jdbc:h2:file:" + directory.resolve("own"),
            "lockstep.state.user=zoe",
            "lockstep.state.password-file=" + password,
            "lockstep.state.connections=2"
        };

        runner.withPropertyValues(properties).run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues(properties)
                .withPropertyValues("lockstep.state.password-file=", "lockstep.state.password=wrong")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("Wrong user name or password"));
    }

    @Test
    void startsOnlyWhatTheSettingsAllow() {
        runner.withPropertyValues("lockstep.state.connections=99")
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("1 to 8 connections"));
    }
}
