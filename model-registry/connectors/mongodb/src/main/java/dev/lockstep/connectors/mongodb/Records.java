package dev.lockstep.connectors.mongodb;

import dev.lockstep.change.RecordKey;
import dev.lockstep.value.Doc;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Documents as records: their key is {@code _id}. */
final class Records {
    private Records() {}

    static RecordKey key(BsonValue id) {
        return new RecordKey(Doc.of("_id", BsonMapping.toValue(id)));
    }

    static RecordKey keyOf(BsonDocument document) {
        return key(document.get("_id", BsonNull.VALUE));
    }
}
