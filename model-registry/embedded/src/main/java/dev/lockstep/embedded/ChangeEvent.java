package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one document, collection or database, before it has a place in the log.
 *
 * @param operation insert, update, replace, delete, drop, rename, dropDatabase
 * @param collection empty for dropDatabase
 * @param collectionId the collection's UUID, null for dropDatabase
 * @param id the document's {@code _id}, null for events about collections
 * @param after the document as it was right after the change
 * @param before the document as it was right before
 * @param imagesKept whether the collection kept pre- and post-images at that moment
 * @param update what an update changed
 * @param renamedTo the new namespace of a rename
 */
record ChangeEvent(
        String operation,
        String database,
        String collection,
        @Nullable UUID collectionId,
        @Nullable Object id,
        @Nullable Document after,
        @Nullable Document before,
        boolean imagesKept,
        @Nullable Document update,
        @Nullable Document renamedTo) {

    static ChangeEvent about(String operation, String database, String collection, @Nullable UUID collectionId) {
        return new ChangeEvent(operation, database, collection, collectionId, null, null, null, false, null, null);
    }

    ChangeEvent to(Document namespace) {
        return new ChangeEvent(
                operation, database, collection, collectionId, id, after, before, imagesKept, update, namespace);
    }
}
