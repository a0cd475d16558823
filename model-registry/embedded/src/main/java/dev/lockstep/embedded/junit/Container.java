package dev.lockstep.embedded.junit;

import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mongodb.MongoDBContainer;

/** A real server in a container; loaded only where Testcontainers is on the class path. */
final class Container {
    private static final String IMAGE = "mongo:7.0";

    private Container() {}

    /** Starts a one-node replica set, or returns {@code null} when Docker does not answer. */
    static @Nullable ServerChoice start() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return null;
        }
        MongoDBContainer container = new MongoDBContainer(IMAGE).withReplicaSet();
        container.start();
        return new ServerChoice(
                "real, " + IMAGE + " in a container", container.getConnectionString(), null, container::stop);
    }
}
