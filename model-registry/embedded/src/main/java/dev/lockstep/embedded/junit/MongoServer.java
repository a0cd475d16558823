package dev.lockstep.embedded.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * The MongoDB server of integration tests, one for all test classes of a run: the address in the environment variable
 * {@code LOCKSTEP_TEST_MONGODB_URI}, else a container if Docker answers and Testcontainers is on the class path, else
 * the imitation. Which one it was is published with each test class's report. Register it in a static field with
 * {@code @RegisterExtension}; databases are shared, so give each test its own.
 */
public final class MongoServer implements BeforeAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(MongoServer.class);

    private volatile ServerChoice choice = ServerChoice.NONE;

    @Override
    public void beforeAll(ExtensionContext context) {
        choice = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(ServerChoice.class, key -> ServerChoice.make(System.getenv()), ServerChoice.class);
        context.publishReportEntry(Map.of("mongodb", choice.name()));
        remember(context.getRequiredTestClass().getName());
    }

    /** For the table of what was tested on what: Maven's reports do not hold published entries. */
    private void remember(String testClass) {
        Path folder = Path.of("target", "tested-on");
        if (!Files.isDirectory(Path.of("target"))) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(testClass), "MongoDB " + choice.name() + System.lineSeparator());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection string without a database. */
    public String uri() {
        return choice.uri();
    }

    /** True when results say nothing about the real product. */
    public boolean isImitation() {
        return choice.imitation() != null;
    }

    /** Which server it is, for reports. */
    public String name() {
        return choice.name();
    }

    /** Makes streams that resume from before now fail with error 286; false where the server cannot be brought to. */
    public boolean forgetHistory() {
        var imitation = choice.imitation();
        if (imitation == null) {
            return false;
        }
        imitation.forgetHistory();
        return true;
    }
}
