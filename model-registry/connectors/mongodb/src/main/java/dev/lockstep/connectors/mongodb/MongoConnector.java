package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClients;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.store.StoreDescription;
import java.util.concurrent.TimeUnit;

/** One MongoDB deployment, or one database of it. */
final class MongoConnector implements Connector {
    private final StoreName name;
    private final Databases databases;
    private final ServerFacts facts;
    private final RecordReader records;
    private final CopyStore copies;

    private MongoConnector(StoreName name, Databases databases) {
        this.name = name;
        this.databases = databases;
        this.facts = new ServerFacts(databases);
        this.records = new MongoRecordReader(databases);
        this.copies = new MongoCopyStore(databases);
    }

    /** Makes the client, which connects by itself; a server that is down is noticed by the first call. */
    static MongoConnector open(StoreName name, MongoSettings settings) {
        MongoClientSettings client = MongoClientSettings.builder()
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(
                        settings.selectionTimeout().toMillis(), TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(
                                Math.toIntExact(settings.connectTimeout().toMillis()), TimeUnit.MILLISECONDS)
                        .readTimeout(Math.toIntExact(settings.readTimeout().toMillis()), TimeUnit.MILLISECONDS))
                .applicationName("lockstep")
                .applyConnectionString(settings.uri())
                .readConcern(ReadConcern.MAJORITY)
                .writeConcern(WriteConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                .build();
        return new MongoConnector(name, new Databases(MongoClients.create(client), settings));
    }

    @Override
    public StoreName name() {
        return name;
    }

    @Override
    public StoreDescription describe() {
        return MongoErrors.call("ask store " + name + " about itself", facts::describe);
    }

    @Override
    public ChangeSource changes() {
        return new MongoChangeSource(name, databases, facts);
    }

    @Override
    public RecordReader records() {
        return records;
    }

    @Override
    public CopyStore copies() {
        return copies;
    }

    @Override
    public SchemaInspector inspector() {
        return new MongoInspector(databases);
    }

    @Override
    public void close() {
        databases.client().close();
    }
}
