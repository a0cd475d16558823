package dev.lockstep.modelfile;

import java.util.Map;
import java.util.Optional;

/** What people ask a copier for and this one never does, recognised by the attribute they would write. */
final class OutOfScope {
    static final String FIX =
            "Lockstep keeps registered fields of existing copies right; the application makes the rows.";
    private static final String COUNTERS = "Counters and sums are out of scope.";
    private static final String CREATING =
            "Creating whole copies, or deleting them other than by " + "\"onSourceDelete: delete\", is out of scope.";
    private static final String MOVING = "Moving a row whose key changes is out of scope.";
    private static final String LATEST = "The latest n children embedded in a parent are out of scope.";
    static final String SAME_RECORD = "Source and copy in the same record are out of scope.";

    private static final Map<String, String> OF_COPIES = Map.ofEntries(
            Map.entry("create", CREATING),
            Map.entry("createMissing", CREATING),
            Map.entry("upsert", CREATING),
            Map.entry("insert", CREATING),
            Map.entry("delete", CREATING),
            Map.entry("move", MOVING),
            Map.entry("onKeyChange", MOVING),
            Map.entry("limit", LATEST),
            Map.entry("latest", LATEST),
            Map.entry("orderBy", LATEST));
    private static final Map<String, String> OF_FIELDS = Map.ofEntries(
            Map.entry("count", COUNTERS),
            Map.entry("sum", COUNTERS),
            Map.entry("avg", COUNTERS),
            Map.entry("min", COUNTERS),
            Map.entry("max", COUNTERS),
            Map.entry("increment", COUNTERS),
            Map.entry("latest", LATEST),
            Map.entry("last", LATEST));

    private OutOfScope() {}

    static Optional<String> reason(Attributes part, String name) {
        return switch (part) {
            case COPY -> Optional.ofNullable(OF_COPIES.get(name));
            case FIELD -> Optional.ofNullable(OF_FIELDS.get(name));
            default -> Optional.empty();
        };
    }
}
