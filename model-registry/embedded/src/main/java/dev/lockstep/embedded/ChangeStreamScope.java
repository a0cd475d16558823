package dev.lockstep.embedded;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a change stream watches.
 *
 * @param database null for the whole deployment
 * @param collection null for a whole database
 */
record ChangeStreamScope(
        @Nullable String database, @Nullable String collection) {
    private static final Set<String> INTERNAL = Set.of("admin", "config", "local");

    boolean contains(ChangeEvent change) {
        if (database == null) {
            return !INTERNAL.contains(change.database());
        }
        if (!database.equals(change.database())) {
            return false;
        }
        return collection == null || collection.equals(change.collection());
    }

    /** Whether nothing can follow on this stream: what it watches is gone. */
    boolean endsWith(ChangeEvent change) {
        return switch (change.operation()) {
            case "drop", "rename" -> collection != null;
            case "dropDatabase" -> database != null;
            default -> false;
        };
    }

    /** The namespace of the cursor. */
    String namespace() {
        return (database == null ? "admin" : database) + "." + (collection == null ? "$cmd.aggregate" : collection);
    }
}
