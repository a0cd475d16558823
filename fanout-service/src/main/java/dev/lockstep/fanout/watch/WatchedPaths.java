package dev.lockstep.fanout.watch;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The paths of one copy definition by which a change of a copy is judged, worked out once per revision.
 *
 * @param definition whose they are
 * @param label where the label is, in the record or in the element
 * @param written what Lockstep writes beside the label
 * @param moving pointer, look-up key and {@code where}: a change of them can make another copy of it
 * @param watched a change of none of these needs no look
 */
record WatchedPaths(
        CopyDefinition definition,
        FieldPath label,
        List<FieldPath> written,
        List<FieldPath> moving,
        List<FieldPath> watched) {
    /** The newest paths of each copy definition, by its id. Safe for many threads. */
    static final class Cache {
        private final String labelPrefix;
        private final Map<String, WatchedPaths> byId = new ConcurrentHashMap<>();

        Cache(String labelPrefix) {
            this.labelPrefix = labelPrefix;
        }

        /** A snapshot of the registry keeps its definitions, so that identity tells one revision from another. */
        @SuppressWarnings("ReferenceEquality")
        WatchedPaths of(CopyDefinition definition) {
            String id = definition.id();
            WatchedPaths known = byId.get(id);
            if (known == null || known.definition() != definition) {
                known = WatchedPaths.of(definition, labelPrefix);
                byId.put(id, known);
            }
            return known;
        }
    }

    private static WatchedPaths of(CopyDefinition definition, String labelPrefix) {
        FieldPath label = definition.labelPath(labelPrefix);
        List<FieldPath> watched = new ArrayList<>(definition.watchedCopyPaths());
        if (definition.copy().elements() == null) {
            watched.add(label);
        }
        return new WatchedPaths(
                definition,
                label,
                definition.copy().written(),
                List.copyOf(definition.movingCopyPaths()),
                List.copyOf(watched));
    }
}
