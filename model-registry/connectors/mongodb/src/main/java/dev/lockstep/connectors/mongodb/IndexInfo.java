package dev.lockstep.connectors.mongodb;

import com.mongodb.client.MongoCollection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An index as the server lists it.
 *
 * @param name its name
 * @param keys field to direction or kind, in order
 * @param options all that the server says about it
 */
record IndexInfo(String name, BsonDocument keys, BsonDocument options) {
    /** The indexes of a collection; none when it does not exist. */
    static List<IndexInfo> of(Databases databases, String collection) {
        MongoCollection<BsonDocument> target = databases.collection(collection);
        List<IndexInfo> indexes = new ArrayList<>();
        target.listIndexes(BsonDocument.class)
                .forEach(index -> indexes.add(
                        new IndexInfo(index.getString("name").getValue(), index.getDocument("key"), index)));
        return indexes;
    }

    boolean isUniqueOver(List<String> attributes) {
        boolean unique = flag("unique") || keys.keySet().equals(Set.of("_id"));
        return unique && !isPartial() && !isHidden() && keys.keySet().equals(new HashSet<>(attributes));
    }

    /** True when these fields, in any order, are the first of the index and all ordered. */
    boolean startsWith(List<String> fields) {
        List<String> names = List.copyOf(keys.keySet());
        return names.size() >= fields.size()
                && new HashSet<>(names.subList(0, fields.size())).equals(new HashSet<>(fields))
                && fields.stream().allMatch(field -> isOrdered(keys.get(field)));
    }

    private static boolean isOrdered(@Nullable BsonValue direction) {
        return direction != null && direction.isNumber();
    }

    /** Why copies cannot be found by it, although it leads with these fields. */
    List<Defect> defects(List<String> fields) {
        List<Defect> defects = new ArrayList<>();
        if (isPartial()) {
            defects.add(new Defect("index-partial", "The index " + name + " is partial: it does not see every copy."));
        }
        if (isHidden()) {
            defects.add(new Defect("index-hidden", "The index " + name + " is hidden: no query may use it."));
        }
        if (isBuilding()) {
            defects.add(new Defect("index-building", "The index " + name + " is still being built."));
        }
        if (hasCollation()) {
            defects.add(new Defect(
                    "index-collation",
                    "The index " + name + " has a collation: look-ups of " + fields + " by simple"
                            + " comparison cannot use it."));
        }
        return defects;
    }

    /** What is wrong with an index. */
    record Defect(String code, String message) {}

    boolean isPartial() {
        return options.containsKey("partialFilterExpression");
    }

    boolean isHidden() {
        return flag("hidden");
    }

    boolean isBuilding() {
        return options.containsKey("buildUUID");
    }

    boolean hasCollation() {
        return options.containsKey("collation");
    }

    private boolean flag(String option) {
        BsonValue value = options.get(option);
        return value != null && value.isBoolean() && value.asBoolean().getValue();
    }

    static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
