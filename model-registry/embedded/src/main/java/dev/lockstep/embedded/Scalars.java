package dev.lockstep.embedded;

import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.ObjectId;
import org.jspecify.annotations.Nullable;

/** Values that are looked up as they are, and when two of them are the same to MongoDB. */
final class Scalars {
    private Scalars() {}

    /** Null, arrays, documents and patterns match in ways of their own: they are no scalars. */
    static boolean isScalar(@Nullable Object value) {
        return (value instanceof Number || value instanceof Comparable<?>) && !(value instanceof BsonRegularExpression);
    }

    /** One form for all numbers of the same value. */
    static Object normal(Object value) {
        if (value instanceof String || value instanceof ObjectId) {
            return value;
        }
        return value instanceof Integer number
                ? (Object) number.doubleValue()
                : new KeyValue(value).normalized().get(0);
    }

    static boolean same(Object one, Object other) {
        if (one.getClass() == other.getClass() && !(one instanceof Double || one instanceof Decimal128)) {
            return one.equals(other);
        }
        return one instanceof Number && other instanceof Number && normal(one).equals(normal(other));
    }
}
