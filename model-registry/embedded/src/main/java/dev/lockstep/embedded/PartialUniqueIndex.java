package dev.lockstep.embedded;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import java.util.List;
import java.util.Objects;

/** A unique index over the documents that match a filter; never used for look-ups. */
final class PartialUniqueIndex extends MemoryUniqueIndex {
    private final Document filter;

    PartialUniqueIndex(String name, List<IndexKey> keys, Document filter) {
        super(name, keys, true);
        this.filter = filter;
    }

    private boolean covers(Document document) {
        return FilterMatcher.matches(document, filter);
    }

    @Override
    public synchronized void checkAdd(Document document, MongoCollection<Integer> collection) {
        if (covers(document)) {
            super.checkAdd(document, collection);
        }
    }

    @Override
    public synchronized void add(Document document, Integer position, MongoCollection<Integer> collection) {
        if (covers(document)) {
            super.add(document, position, collection);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // null is how the superclass says "not in this index"
    public synchronized Integer remove(Document document) {
        return covers(document) ? super.remove(document) : null;
    }

    @Override
    @SuppressWarnings("NullAway") // null is how the superclass says "not in this index"
    public Integer getPosition(Document document) {
        return covers(document) ? super.getPosition(document) : null;
    }

    @Override
    public synchronized void checkUpdate(Document before, Document after, MongoCollection<Integer> collection) {
        if (!covers(after)) {
            return;
        }
        Integer own = getPosition(before);
        for (KeyValue key : getKeyValues(after)) {
            Integer holder = getPosition(key);
            if (holder != null && !Objects.equals(holder, own)) {
                throw new DuplicateKeyError(this, collection, getKeys(), key);
            }
        }
    }

    @Override
    public void updateInPlace(Document before, Document after, Integer position, MongoCollection<Integer> collection) {
        remove(before);
        add(after, position, collection);
    }

    @Override
    public boolean canHandle(Document query) {
        return false;
    }
}
