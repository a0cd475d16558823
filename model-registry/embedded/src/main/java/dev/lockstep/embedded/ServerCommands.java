package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What the server says about itself: a replica set of one node, and an imitation. */
final class ServerCommands {
    private static final int WIRE_VERSION = 21;
    private static final int MAX_DOCUMENT = 16 * 1024 * 1024;
    private static final int MAX_MESSAGE = 48_000_000;
    private static final int MAX_BATCH = 100_000;

    private final ServerIdentity identity;
    private final ChangeLog log;
    private final Clock clock;
    private final Instant started;
    private final ObjectId election;

    ServerCommands(ServerIdentity identity, ChangeLog log, Clock clock) {
        this.identity = identity;
        this.log = log;
        this.clock = clock;
        this.started = clock.instant();
        this.election = election(started);
    }

    /** Grows with the time of the start: drivers take a primary of an older election for a stale one. */
    private static ObjectId election(Instant at) {
        return new ObjectId(
                ByteBuffer.allocate(12).putLong(at.toEpochMilli()).putInt(1).array());
    }

    void addTo(Map<String, Command> commands) {
        commands.put("hello", request -> hello("isWritablePrimary"));
        commands.put("ismaster", request -> hello("ismaster"));
        commands.put("ping", request -> Replies.ok());
        commands.put("buildinfo", request -> buildInfo());
        commands.put("connectionstatus", request -> connectionStatus());
        commands.put("replsetgetstatus", request -> replicaSetStatus());
        commands.put("replsetgetconfig", request -> replicaSetConfig());
        commands.put("serverstatus", request -> serverStatus());
        commands.put("getparameter", request -> parameters());
        commands.put("hostinfo", request -> Replies.ok(new Document("imitation", ServerIdentity.IMITATION)));
        commands.put(
                "getcmdlineopts",
                request -> Replies.ok(
                        new Document("argv", List.of(ServerIdentity.IMITATION)).append("parsed", new Document())));
        commands.put(
                "getlog",
                request -> Replies.ok(new Document("totalLinesWritten", 1).append("log", List.of(imitationWarning()))));
        commands.put("whatsmyuri", request -> Replies.ok(new Document("you", "127.0.0.1:0")));
    }

    private static String imitationWarning() {
        return "This is " + ServerIdentity.IMITATION + ", an in-memory imitation of MongoDB.";
    }

    private Document hello(String primaryField) {
        return Replies.ok(new Document(primaryField, true)
                .append("helloOk", true)
                .append("setName", identity.setName())
                .append("setVersion", 1)
                .append("electionId", election)
                .append("hosts", List.of(identity.address()))
                .append("primary", identity.address())
                .append("me", identity.address())
                .append("secondary", false)
                .append("maxBsonObjectSize", MAX_DOCUMENT)
                .append("maxMessageSizeBytes", MAX_MESSAGE)
                .append("maxWriteBatchSize", MAX_BATCH)
                .append("localTime", clock.instant())
                .append("logicalSessionTimeoutMinutes", 30)
                .append("minWireVersion", 0)
                .append("maxWireVersion", WIRE_VERSION)
                .append("readOnly", false)
                .append("imitation", ServerIdentity.IMITATION));
    }

    private static Document buildInfo() {
        return Replies.ok(new Document("version", ServerIdentity.VERSION)
                .append("versionArray", List.of(7, 0, 0, 0))
                .append("gitVersion", "none")
                .append("modules", List.of())
                .append("bits", 64)
                .append("debug", false)
                .append("maxBsonObjectSize", MAX_DOCUMENT)
                .append("imitation", ServerIdentity.IMITATION));
    }

    private static Document connectionStatus() {
        return Replies.ok(new Document(
                "authInfo",
                new Document("authenticatedUsers", List.of())
                        .append("authenticatedUserRoles", List.of())
                        .append("authenticatedUserPrivileges", List.of())));
    }

    private Document replicaSetStatus() {
        Document optime = new Document("ts", log.latest()).append("t", 1L);
        Document self = new Document("_id", 0)
                .append("name", identity.address())
                .append("health", 1.0)
                .append("state", 1)
                .append("stateStr", "PRIMARY")
                .append("uptime", (int) uptime().toSeconds())
                .append("optime", optime)
                .append("self", true);
        return Replies.ok(new Document("set", identity.setName())
                .append("date", clock.instant())
                .append("myState", 1)
                .append("term", 1L)
                .append("members", List.of(self)));
    }

    private Document replicaSetConfig() {
        Document member = new Document("_id", 0).append("host", identity.address());
        return Replies.ok(new Document(
                "config",
                new Document("_id", identity.setName())
                        .append("version", 1)
                        .append("term", 1)
                        .append("members", List.of(member))
                        .append("settings", new Document("replicaSetId", identity.replicaSetId()))));
    }

    private Document serverStatus() {
        return Replies.ok(new Document("host", identity.address())
                .append("version", ServerIdentity.VERSION)
                .append("process", ServerIdentity.IMITATION)
                .append("uptime", (double) uptime().toSeconds())
                .append("uptimeMillis", uptime().toMillis())
                .append("localTime", clock.instant())
                .append("connections", new Document("current", 1).append("available", 1_000_000))
                .append("repl", new Document("setName", identity.setName()).append("isWritablePrimary", true))
                .append("storageEngine", new Document("name", "inMemory").append("persistent", false))
                .append("imitation", ServerIdentity.IMITATION));
    }

    private static Document parameters() {
        return Replies.ok(new Document("featureCompatibilityVersion", new Document("version", "7.0")));
    }

    private Duration uptime() {
        return Duration.between(started, clock.instant());
    }
}
