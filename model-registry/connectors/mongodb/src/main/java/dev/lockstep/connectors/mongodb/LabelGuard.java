package dev.lockstep.connectors.mongodb;

import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@link Label#mayBeReplaced} as a query: not (a well-formed label of this key, as new or newer). The cheap test comes
 * first, so a copy without a label or with another key's costs one comparison.
 */
final class LabelGuard {
    /** {@code Label}'s format; spelled out because the two regular expression engines end lines differently. */
    private static final String WELL_FORMED = "^[1-9][0-9]*:[^\\n\\r\\x{85}\\x{2028}\\x{2029}]+\\z";

    private LabelGuard() {}

    /**
     * The guard as entries {@code $nor} of a query.
     *
     * @param root where the label's path begins: empty for the record or a {@code $elemMatch}, {@code e.} for the array
     *     filter of an element
     */
    static BsonArray nor(String root, FieldPath label, SourceKey key, Version version) {
        String path = root + Paths.dotted(label);
        List<BsonValue> all = new ArrayList<>();
        all.add(new BsonDocument(
                path + ".s", new BsonDocument("$eq", new BsonString(key.labelText())).append("$not", array())));
        all.add(new BsonDocument(
                path + ".v", new BsonDocument("$gte", new BsonString(version.text())).append("$not", array())));
        all.add(new BsonDocument(path + ".v", new BsonDocument("$regex", new BsonString(WELL_FORMED))));
        for (int i = 1; i <= label.segments().size(); i++) {
            FieldPath parent = new FieldPath(label.segments().subList(0, i));
            all.add(new BsonDocument(root + Paths.dotted(parent), new BsonDocument("$not", array())));
        }
        return new BsonArray(List.of(new BsonDocument("$and", new BsonArray(all))));
    }

    private static BsonDocument array() {
        return new BsonDocument("$type", new BsonString("array"));
    }
}
