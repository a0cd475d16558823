package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.AbstractMongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.NoopOplog;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A database of the imitation. Used only under the server's lock. */
final class EmbeddedDatabase extends AbstractMongoDatabase<Integer> {
    private final ChangeRecorder recorder;
    private final Set<String> names = new TreeSet<>();

    EmbeddedDatabase(String name, CursorRegistry cursors, ChangeRecorder recorder) {
        super(name, cursors);
        this.recorder = recorder;
        initializeNamespacesAndIndexes();
    }

    /** Names of its collections, sorted. */
    List<String> collectionNames() {
        return names.stream().filter(name -> collection(name) != null).toList();
    }

    @Nullable
    EmbeddedCollection collection(String name) {
        return (EmbeddedCollection) resolveCollection(name, false);
    }

    EmbeddedCollection collectionOrCreate(String name) {
        return (EmbeddedCollection) resolveOrCreateCollection(name);
    }

    EmbeddedCollection create(String name) {
        return (EmbeddedCollection) createCollectionOrThrowIfExists(name);
    }

    /** Runs one update statement with operators or a replacement. */
    @SuppressWarnings("NullAway") // the channel is used for getLastError only, which is not served
    Document update(String collection, Document statement) {
        Document command = new Document("update", collection).append("updates", List.of(statement));
        return handleCommand(null, "update", command, name -> this, NoopOplog.get());
    }

    void drop(EmbeddedCollection collection) {
        String name = collection.getCollectionName();
        dropCollection(name, NoopOplog.get());
        names.remove(name);
        recorder.record(ChangeEvent.about("drop", databaseName, name, collection.getUuid()), () -> {});
    }

    void dropAll() {
        for (String name : new ArrayList<>(collectionNames())) {
            EmbeddedCollection collection = collection(name);
            if (collection != null) {
                drop(collection);
            }
        }
        recorder.record(ChangeEvent.about("dropDatabase", databaseName, "", null), () -> {});
    }

    void receive(EmbeddedDatabase from, EmbeddedCollection collection, String newName) {
        String oldName = collection.getCollectionName();
        getOrCreateIndexesCollection();
        moveCollection(from, collection, newName);
        from.names.remove(oldName);
        names.add(newName);
        recorder.record(
                ChangeEvent.about("rename", from.databaseName, oldName, collection.getUuid())
                        .to(new Document("db", databaseName).append("coll", newName)),
                () -> {});
    }

    @Override
    protected EmbeddedCollection openOrCreateCollection(String name, CollectionOptions options) {
        if (!name.startsWith("system.")) {
            names.add(name);
        }
        return new EmbeddedCollection(this, name, options, cursorRegistry, recorder);
    }

    @Override
    protected Index<Integer> openOrCreateUniqueIndex(
            String collection, String name, List<IndexKey> keys, boolean sparse) {
        boolean ofId = keys.size() == 1 && keys.get(0).getKey().equals("_id");
        return ofId ? new IdIndex(name, keys) : new MemoryUniqueIndex(name, keys, sparse);
    }

    @Override
    protected void clearLastStatus(Channel channel) {
        // getLastError is not served
    }

    @Override
    protected void putLastResult(Channel channel, Document result) {
        // getLastError is not served
    }

    @Override
    protected long getFileSize() {
        return 0;
    }

    @Override
    protected long getStorageSize() {
        return 0;
    }
}
