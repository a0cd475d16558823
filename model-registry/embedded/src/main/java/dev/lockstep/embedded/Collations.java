package dev.lockstep.embedded;

import de.bwaldvogel.mongo.bson.Document;
import org.jspecify.annotations.Nullable;

/** Only the simple, binary collation is imitated; any other is refused rather than ignored. */
final class Collations {
    private Collations() {}

    static void check(@Nullable Object collation) {
        if (collation instanceof Document given && !given.isEmpty() && !"simple".equals(given.get("locale"))) {
            throw ServerErrors.notImplemented("A collation other than simple");
        }
    }
}
