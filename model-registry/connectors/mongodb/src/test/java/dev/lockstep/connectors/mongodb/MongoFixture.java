package dev.lockstep.connectors.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ChangeStreamPreAndPostImagesOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.IndexOptions;
import dev.lockstep.change.RecordKey;
import dev.lockstep.embedded.junit.MongoServer;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.IndexSpec;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** A database of its own for one test. */
final class MongoFixture implements ConnectorFixture {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final MongoServer server;
    private final boolean images;
    private final MongoClient client;
    private final MongoDatabase database;
    private final Connector connector;

    MongoFixture(MongoServer server, boolean images) {
        this.server = server;
        this.images = images;
        this.client = MongoClients.create(server.uri());
        this.database =
                client.getDatabase("contract-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet());
        this.connector = new MongoConnectorFactory()
                .open(
                        new StoreName("shop"),
                        Map.of("uri", server.uri(), "database", database.getName(), "write-page", "100"));
    }

    @Override
    public Connector connector() {
        return connector;
    }

    @Override
    public void create(String collection, IndexSpec... indexes) {
        database.createCollection(
                collection,
                new CreateCollectionOptions()
                        .changeStreamPreAndPostImagesOptions(new ChangeStreamPreAndPostImagesOptions(images)));
        for (IndexSpec index : indexes) {
            BsonDocument keys = new BsonDocument();
            index.paths().forEach(path -> keys.put(Paths.dotted(path), new BsonInt32(1)));
            at(collection)
                    .createIndex(keys, new IndexOptions().name(index.name()).unique(index.unique()));
        }
    }

    @Override
    public void insert(String collection, Doc record) {
        at(collection).insertOne(BsonMapping.toBson(record));
    }

    @Override
    public void update(String collection, RecordKey key, Map<FieldPath, Value> set, Set<FieldPath> unset) {
        BsonDocument update = new BsonDocument();
        set.forEach((path, value) -> part(update, "$set").put(Paths.dotted(path), BsonMapping.toBson(value)));
        unset.forEach(path -> part(update, "$unset").put(Paths.dotted(path), new BsonString("")));
        at(collection).updateOne(BsonMapping.toBson(key.attributes()), update);
    }

    private static BsonDocument part(BsonDocument update, String operator) {
        update.putIfAbsent(operator, new BsonDocument());
        return update.getDocument(operator);
    }

    @Override
    public void replace(String collection, Doc record) {
        BsonDocument document = BsonMapping.toBson(record);
        at(collection).replaceOne(new BsonDocument("_id", document.get("_id")), document);
    }

    @Override
    public void delete(String collection, RecordKey key) {
        at(collection).deleteOne(BsonMapping.toBson(key.attributes()));
    }

    @Override
    public Optional<Doc> find(String collection, RecordKey key) {
        return Optional.ofNullable(at(collection)
                        .find(BsonMapping.toBson(key.attributes()))
                        .first())
                .map(BsonMapping::toDoc);
    }

    @Override
    public void dropIndex(String collection, String index) {
        at(collection).dropIndex(index);
    }

    @Override
    public void drop(String collection) {
        at(collection).drop();
    }

    @Override
    public boolean trimHistory() {
        return server.forgetHistory();
    }

    @Override
    public List<Value> exactValues() {
        List<Value> values = new ArrayList<>(ConnectorFixture.super.exactValues());
        values.add(new Value.Float64(Double.NaN));
        values.add(new Value.Float64(Double.NEGATIVE_INFINITY));
        values.add(new Value.Float64(-0.0));
        values.add(new Value.Bytes(4, new byte[16]));
        values.add(new Value.Native("objectId", "0123456789abcdef01234567"));
        values.add(new Value.Native("decimal128", "1.00"));
        values.add(new Value.Native("timestamp", "1700000000:7"));
        values.add(new Value.Native("minKey", ""));
        values.add(new Value.Native("maxKey", ""));
        return values;
    }

    @Override
    public void close() {
        database.drop();
        client.close();
    }

    private MongoCollection<BsonDocument> at(String collection) {
        return database.getCollection(collection, BsonDocument.class);
    }
}
