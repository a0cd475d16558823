package dev.lockstep.embedded.junit;

import dev.lockstep.embedded.dynamo.EmbeddedDynamo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The DynamoDB server of a test class: the address in the environment variable {@code LOCKSTEP_TEST_DYNAMODB_ENDPOINT},
 * which must take any credentials, such as DynamoDB Local; else the imitation. Which one it was is published with the
 * report. Register it in a static field with {@code @RegisterExtension}.
 */
public final class DynamoServer implements BeforeAllCallback, AfterAllCallback {
    private static final String ADDRESS = "LOCKSTEP_TEST_DYNAMODB_ENDPOINT";

    private @Nullable EmbeddedDynamo imitation;
    private @Nullable URI endpoint;

    @Override
    public void beforeAll(ExtensionContext context) {
        String address = System.getenv(ADDRESS);
        String name;
        if (address != null && !address.isBlank()) {
            endpoint = URI.create(address.strip());
            name = "of " + ADDRESS;
        } else {
            imitation = start();
            endpoint = imitation.endpoint();
            name = "imitation (lockstep-embedded)";
        }
        context.publishReportEntry(Map.of("dynamodb", name));
        remember(context.getRequiredTestClass().getName(), name);
    }

    private static EmbeddedDynamo start() {
        try {
            return EmbeddedDynamo.start(0, Clock.systemUTC());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For the table of what was tested on what: Maven's reports do not hold published entries. */
    private static void remember(String testClass, String name) {
        Path folder = Path.of("target", "tested-on");
        if (!Files.isDirectory(Path.of("target"))) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(testClass), "DynamoDB " + name + System.lineSeparator());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        EmbeddedDynamo running = imitation;
        if (running != null) {
            running.close();
        }
    }

    /** Where it is; throws IllegalStateException before the first test. */
    public URI endpoint() {
        URI known = endpoint;
        if (known == null) {
            throw new IllegalStateException("the server starts with the test class");
        }
        return known;
    }

    /** The imitation, which can be told to do what takes the service hours; empty when it is another server. */
    public Optional<EmbeddedDynamo> imitation() {
        return Optional.ofNullable(imitation);
    }
}
