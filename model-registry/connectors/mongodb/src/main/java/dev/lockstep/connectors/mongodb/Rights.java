package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoCommandException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Compares the privileges of the connected user with what the connector needs. */
final class Rights {
    private static final List<String> NEEDED =
            List.of("find", "update", "changeStream", "listIndexes", "listCollections", "collStats");

    /** Granted on single collections often enough: on those of copies, not on sources. */
    private static final String PER_COLLECTION = "update";

    private final Databases databases;

    Rights(Databases databases) {
        this.databases = databases;
    }

    /** One line per missing right, with the command that grants it; empty when the server has no access control. */
    List<String> missing() {
        BsonDocument command =
                new BsonDocument("connectionStatus", new BsonInt32(1)).append("showPrivileges", BsonBoolean.TRUE);
        BsonDocument auth;
        try {
            auth = databases
                    .database("admin")
                    .runCommand(command, BsonDocument.class)
                    .getDocument("authInfo", new BsonDocument());
        } catch (MongoCommandException notTold) {
            return List.of();
        }
        BsonArray users = auth.getArray("authenticatedUsers", new BsonArray());
        BsonArray privileges = auth.getArray("authenticatedUserPrivileges", new BsonArray());
        if (users.isEmpty()) {
            return List.of();
        }
        Set<String> held = held(privileges);
        String user =
                users.get(0).asDocument().getString("user", new BsonString("?")).getValue();
        List<String> missing = new ArrayList<>();
        for (String right : NEEDED) {
            if (!held.contains(right) && !held.contains("anyAction")) {
                missing.add(line(right, user));
            }
        }
        return missing;
    }

    private Set<String> held(BsonArray privileges) {
        Set<String> held = new HashSet<>();
        privileges.forEach(privilege -> {
            BsonDocument resource = privilege.asDocument().getDocument("resource", new BsonDocument());
            boolean everywhere = reaches(resource);
            boolean somewhere = everywhere || isInDatabase(resource);
            privilege.asDocument().getArray("actions", new BsonArray()).forEach(action -> {
                String name = action.asString().getValue();
                if (everywhere || (somewhere && name.equals(PER_COLLECTION))) {
                    held.add(name);
                }
            });
        });
        return held;
    }

    private boolean isInDatabase(BsonDocument resource) {
        String wanted = databases.settings().database();
        return wanted == null
                || wanted.equals(resource.getString("db", new BsonString("")).getValue());
    }

    /** True when the resource is the whole database of the store, every database, or everything. */
    private boolean reaches(BsonDocument resource) {
        if (resource.containsKey("anyResource")) {
            return true;
        }
        String database = resource.getString("db", new BsonString("-")).getValue();
        String collection =
                resource.getString("collection", new BsonString("-")).getValue();
        String wanted = databases.settings().database();
        return collection.isEmpty() && (database.isEmpty() || database.equals(wanted));
    }

    private String line(String right, String user) {
        String database = databases.settings().database();
        String where = database == null ? "every database" : "database " + database;
        String resource = "{db: '" + (database == null ? "" : database) + "', collection: ''}";
        return right + " on " + where + " is missing; grant it: db.getSiblingDB('admin')"
                + ".grantPrivilegesToRole('lockstep', [{resource: " + resource + ", actions: ['" + right
                + "']}]) (the user " + user + " needs the role lockstep)";
    }
}
