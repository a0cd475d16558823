package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.Cursor;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** Hands out a finished result in batches. */
final class BatchCursor implements Cursor {
    private final long id;
    private List<Document> left;

    BatchCursor(long id, List<Document> left) {
        this.id = id;
        this.left = left;
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public boolean isEmpty() {
        return left.isEmpty();
    }

    @Override
    public List<Document> takeDocuments(int wanted) {
        int size = Math.min(wanted, left.size());
        List<Document> batch = left.subList(0, size);
        left = left.subList(size, left.size());
        return batch;
    }
}
