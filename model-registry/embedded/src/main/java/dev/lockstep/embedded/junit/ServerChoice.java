package dev.lockstep.embedded.junit;

import dev.lockstep.embedded.EmbeddedMongo;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server that tests may use.
 *
 * @param name what it is, for reports
 * @param uri where it is
 * @param imitation set when it is the imitation
 * @param stop ends it
 */
record ServerChoice(String name, String uri, @Nullable EmbeddedMongo imitation, Runnable stop)
        implements AutoCloseable {
    static final String ADDRESS = "LOCKSTEP_TEST_MONGODB_URI";

    static final ServerChoice NONE = new ServerChoice("none", "", null, () -> {});

    static ServerChoice make(Map<String, String> environment) {
        String address = environment.get(ADDRESS);
        if (address != null && !address.isBlank()) {
            return new ServerChoice("real, from " + ADDRESS, address, null, () -> {});
        }
        ServerChoice container = hasTestcontainers() ? Container.start() : null;
        if (container != null) {
            return container;
        }
        EmbeddedMongo imitation = EmbeddedMongo.start();
        return new ServerChoice("imitation (lockstep-embedded)", imitation.uri(), imitation, imitation::close);
    }

    private static boolean hasTestcontainers() {
        try {
            Class.forName("org.testcontainers.mongodb.MongoDBContainer");
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    @Override
    public void close() {
        stop.run();
    }
}
