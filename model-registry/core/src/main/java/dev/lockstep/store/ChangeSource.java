package dev.lockstep.store;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.value.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where changes come from: open at a position, poll batches, acknowledge. Called by capture loops only. */
public interface ChangeSource {
    /**
     * The partitions that together deliver every change of these collections, each in order. A partition's name stays
     * the same over restarts; it is the key of its checkpoint.
     */
    List<String> partitions(Set<String> collections);

    /**
     * Opens a partition. The stream is used by one thread. Throws HISTORY_LOST when {@code start} is no longer served.
     */
    ChangeStream open(String partition, Subscription subscription, Start start);

    /**
     * What must be delivered. Connectors filter at the store, but never test {@code where} on new images alone, and may
     * deliver more.
     *
     * @param collections collection to what is watched there
     */
    record Subscription(Map<String, Interest> collections) {
        public Subscription {
            collections = Map.copyOf(collections);
        }
    }

    /**
     * What is watched in one collection. Inserts, replaces and removals are always delivered.
     *
     * @param paths updates that touch none of these are not delivered; images hold at least these
     * @param labels true when the label attributes are watched too, because copies live there
     */
    record Interest(Set<FieldPath> paths, boolean labels) {
        public Interest {
            paths = Set.copyOf(paths);
        }
    }

    /** Where a stream begins. */
    sealed interface Start permits Now, After, Oldest {}

    /** With the first change committed after the call. */
    record Now() implements Start {}

    /** With the first change after this point. */
    record After(ResumePoint point) implements Start {}

    /** With the oldest change that the store still serves. */
    record Oldest() implements Start {}
}
