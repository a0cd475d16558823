package dev.lockstep.connectors.mongodb;

import com.mongodb.client.MongoCollection;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * A range of {@code _id} in index order, over all types: MongoDB's comparisons stay within one type, so a walk that
 * only asked for {@code $gt} would end silently where the type of the ids changes.
 *
 * @param from inclusive, {@code null} for the beginning
 * @param below exclusive, {@code null} for the end
 */
record IdRange(@Nullable BsonValue from, @Nullable BsonValue below) {
    private static final JsonWriterSettings EXTENDED =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    /**
     * The types of ids in the order of the index; types on one line are compared by value. An {@code _id} of a type
     * that was withdrawn (undefined, symbol) or of code is not walked over.
     */
    private static final List<List<BsonType>> ORDER = List.of(
            List.of(BsonType.MIN_KEY),
            List.of(BsonType.NULL),
            List.of(BsonType.DOUBLE, BsonType.INT32, BsonType.INT64, BsonType.DECIMAL128),
            List.of(BsonType.STRING),
            List.of(BsonType.DOCUMENT),
            List.of(BsonType.BINARY),
            List.of(BsonType.OBJECT_ID),
            List.of(BsonType.BOOLEAN),
            List.of(BsonType.DATE_TIME),
            List.of(BsonType.TIMESTAMP),
            List.of(BsonType.MAX_KEY));

    private static final int SAMPLES_PER_SEGMENT = 20;
    private static final int MOST_SAMPLES = 5_000;
    private static final int SMALLEST_SEGMENT = 500;

    static IdRange parse(Segment segment) {
        BsonDocument token = BsonDocument.parse(segment.token());
        return new IdRange(token.get("from"), token.get("below"));
    }

    Segment toSegment() {
        BsonDocument token = new BsonDocument();
        if (from != null) {
            token.put("from", from);
        }
        if (below != null) {
            token.put("below", below);
        }
        return new Segment(token.toJson(EXTENDED));
    }

    /** The query for what is left of the range after the cursor. */
    BsonDocument query(@Nullable Cursor after) {
        List<BsonDocument> parts = new ArrayList<>();
        if (after != null) {
            parts.add(after(after));
        } else if (from != null) {
            parts.add(side("$gte", from));
        }
        if (below != null) {
            parts.add(side("$lt", below));
        }
        return parts.isEmpty() ? new BsonDocument() : new BsonDocument("$and", new BsonArray(parts));
    }

    /** Ids after the cursor, which may be {@code null} for the beginning, up to and including {@code last}. */
    static BsonDocument upTo(@Nullable Cursor after, BsonValue last) {
        BsonDocument end = side("$lte", last);
        return after == null ? end : CopyQuery.allOf(after(after), end);
    }

    static BsonDocument after(Cursor cursor) {
        return side("$gt", BsonDocument.parse(cursor.token()).get("after", new BsonString("")));
    }

    static Cursor cursorAfter(BsonDocument last) {
        return new Cursor(new BsonDocument("after", last.get("_id")).toJson(EXTENDED));
    }

    /** About {@code wanted} ranges of about equal size, by a sample of ids; they cover every id that there can be. */
    static List<Segment> split(MongoCollection<BsonDocument> collection, int wanted) {
        long count = collection.estimatedDocumentCount();
        int parts = (int) Math.max(1, Math.min(wanted, count / SMALLEST_SEGMENT));
        List<Segment> segments = new ArrayList<>();
        BsonValue from = null;
        if (parts > 1) {
            List<BsonValue> ids = sample(collection, Math.min(parts * SAMPLES_PER_SEGMENT, MOST_SAMPLES));
            for (int i = 1; i < parts && !ids.isEmpty(); i++) {
                BsonValue bound = ids.get(i * ids.size() / parts);
                if (!bound.equals(from)) {
                    segments.add(new IdRange(from, bound).toSegment());
                    from = bound;
                }
            }
        }
        segments.add(new IdRange(from, null).toSegment());
        return segments;
    }

    private static List<BsonValue> sample(MongoCollection<BsonDocument> collection, int size) {
        List<BsonValue> ids = new ArrayList<>();
        collection
                .aggregate(List.of(
                        new BsonDocument("$sample", new BsonDocument("size", new BsonInt32(size))),
                        new BsonDocument("$project", new BsonDocument("_id", new BsonInt32(1))),
                        new BsonDocument("$sort", new BsonDocument("_id", new BsonInt32(1)))))
                .forEach(document -> ids.add(document.get("_id")));
        return ids;
    }

    private static BsonDocument side(String operator, BsonValue bound) {
        int group = group(bound.getBsonType());
        List<List<BsonType>> others =
                operator.startsWith("$lt") ? ORDER.subList(0, group) : ORDER.subList(group + 1, ORDER.size());
        BsonDocument sameType = new BsonDocument("_id", new BsonDocument(operator, bound));
        if (others.isEmpty()) {
            return sameType;
        }
        List<BsonInt32> numbers = others.stream()
                .flatMap(List::stream)
                .map(type -> new BsonInt32(number(type)))
                .toList();
        BsonDocument otherTypes = new BsonDocument("_id", new BsonDocument("$type", new BsonArray(numbers)));
        return new BsonDocument("$or", new BsonArray(List.of(sameType, otherTypes)));
    }

    private static int number(BsonType type) {
        return type == BsonType.MIN_KEY ? -1 : type.getValue();
    }

    private static int group(BsonType type) {
        for (int i = 0; i < ORDER.size(); i++) {
            if (ORDER.get(i).contains(type)) {
                return i;
            }
        }
        throw new StoreException(
                StoreException.Kind.PERMANENT,
                "Could not walk over records whose _id is of type " + type + ". Give them an _id of another type.",
                null);
    }
}
