package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoNamespace;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import org.bson.BsonDocument;

/** The collections of a store by their configured name, read and written by majority on the primary. */
final class Databases {
    private final MongoClient client;
    private final MongoSettings settings;

    Databases(MongoClient client, MongoSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    MongoClient client() {
        return client;
    }

    MongoSettings settings() {
        return settings;
    }

    /** The namespace a configured name means; PERMANENT when it lacks a database that is not configured either. */
    MongoNamespace namespace(String collection) {
        String database = settings.database();
        if (database != null) {
            return new MongoNamespace(database, collection);
        }
        int dot = collection.indexOf('.');
        if (dot <= 0 || dot == collection.length() - 1) {
            throw new StoreException(
                    Kind.PERMANENT,
                    "Could not tell the database of collection " + collection
                            + ": the store names none. Write it as database.collection or set the store's database.",
                    null);
        }
        return new MongoNamespace(collection.substring(0, dot), collection.substring(dot + 1));
    }

    /** The configured name of a namespace. */
    String configuredName(String database, String collection) {
        return settings.database() != null ? collection : database + "." + collection;
    }

    MongoCollection<BsonDocument> collection(String collection) {
        MongoNamespace namespace = namespace(collection);
        return database(namespace.getDatabaseName()).getCollection(namespace.getCollectionName(), BsonDocument.class);
    }

    MongoDatabase database(String name) {
        return client.getDatabase(name)
                .withReadPreference(ReadPreference.primary())
                .withReadConcern(ReadConcern.MAJORITY)
                .withWriteConcern(WriteConcern.MAJORITY);
    }

    /** The database for commands about the store as a whole. */
    MongoDatabase anyDatabase() {
        String database = settings.database();
        return database(database == null ? "admin" : database);
    }
}
