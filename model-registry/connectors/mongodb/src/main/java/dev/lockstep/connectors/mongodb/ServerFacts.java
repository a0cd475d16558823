package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import dev.lockstep.store.StoreDescription;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/** What the server says about itself. */
final class ServerFacts {
    /** 6.0 is the first release whose collections keep pre- and post-images. */
    static final int OLDEST_SUPPORTED = 6;

    static final int NEWEST_SUPPORTED = 8;

    private final Databases databases;

    ServerFacts(Databases databases) {
        this.databases = databases;
    }

    StoreDescription describe() {
        BsonDocument build = command("buildInfo");
        boolean imitation = build.containsKey("imitation");
        String version =
                build.getString("version", new BsonString("of unknown version")).getValue();
        int major = major(version);
        return new StoreDescription(
                imitation
                        ? "Imitation of MongoDB " + version + " ("
                                + text(build.get("imitation")).orElse("unknown") + ")"
                        : "MongoDB " + version,
                imitation,
                major >= OLDEST_SUPPORTED && major <= NEWEST_SUPPORTED,
                databases.settings().address(),
                new Rights(databases).missing());
    }

    /**
     * The identity of the history: the replica set's id, which a new deployment does not share. Without the right to
     * see it, the set's name. A router's is its cluster's.
     */
    String identity() {
        BsonDocument hello = command("hello");
        Optional<String> set = text(hello.get("setName"));
        if (set.isEmpty()) {
            return "cluster" + clusterId();
        }
        return set.get() + replicaSetId();
    }

    /** The cluster time of now. */
    BsonTimestamp now() {
        BsonDocument hello = command("hello");
        if (hello.get("operationTime") instanceof BsonTimestamp time) {
            return time;
        }
        throw new IllegalStateException("the server tells no operation time: it is not a replica set");
    }

    private String replicaSetId() {
        try {
            BsonValue id = databases
                    .database("admin")
                    .runCommand(one("replSetGetConfig"), BsonDocument.class)
                    .getDocument("config", new BsonDocument())
                    .getDocument("settings", new BsonDocument())
                    .get("replicaSetId");
            return id != null && id.isObjectId()
                    ? ":" + id.asObjectId().getValue().toHexString()
                    : "";
        } catch (MongoCommandException notAllowed) {
            return "";
        }
    }

    private String clusterId() {
        try {
            BsonDocument version = databases
                    .database("config")
                    .getCollection("version", BsonDocument.class)
                    .find()
                    .first();
            return version == null || !version.containsKey("clusterId")
                    ? ""
                    : ":" + version.getObjectId("clusterId").getValue().toHexString();
        } catch (MongoCommandException notAllowed) {
            return "";
        }
    }

    private BsonDocument command(String name) {
        MongoDatabase database = databases.database("admin");
        return database.runCommand(one(name), BsonDocument.class);
    }

    private static BsonDocument one(String command) {
        return new BsonDocument(command, new BsonInt32(1));
    }

    static int major(String version) {
        int dot = version.indexOf('.');
        try {
            return Integer.parseInt(dot < 0 ? version : version.substring(0, dot));
        } catch (NumberFormatException unknown) {
            return 0;
        }
    }

    private static Optional<String> text(@org.jspecify.annotations.Nullable BsonValue value) {
        return value != null && value.isString() ? Optional.of(value.asString().getValue()) : Optional.empty();
    }
}
