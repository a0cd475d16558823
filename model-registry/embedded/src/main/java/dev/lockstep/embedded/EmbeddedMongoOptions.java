package dev.lockstep.embedded;

/**
 * Where the imitation listens and how much history it keeps.
 *
 * @param host the address to listen on
 * @param port the TCP port, 0 for any free one
 * @param logLimit how many change events are kept before the oldest are forgotten
 * @param replicaSet the replica set name that clients see
 */
public record EmbeddedMongoOptions(String host, int port, int logLimit, String replicaSet) {
    private static final int DEFAULT_LOG_LIMIT = 200_000;

    /** Checks the ranges. */
    public EmbeddedMongoOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("Port " + port + " is not between 0 and 65535.");
        }
        if (logLimit < 1) {
            throw new IllegalArgumentException("The log must keep at least one event, not " + logLimit + ".");
        }
    }

    /** Loopback, a free port, 200,000 events, replica set {@code rs0}. */
    public static EmbeddedMongoOptions defaults() {
        return new EmbeddedMongoOptions("127.0.0.1", 0, DEFAULT_LOG_LIMIT, "rs0");
    }

    /** The same with another port. */
    public EmbeddedMongoOptions withPort(int otherPort) {
        return new EmbeddedMongoOptions(host, otherPort, logLimit, replicaSet);
    }

    /** The same with another bound on the kept events. */
    public EmbeddedMongoOptions withLogLimit(int otherLimit) {
        return new EmbeddedMongoOptions(host, port, otherLimit, replicaSet);
    }
}
