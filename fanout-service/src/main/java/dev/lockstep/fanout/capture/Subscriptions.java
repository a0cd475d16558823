package dev.lockstep.fanout.capture;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Registry;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource.Interest;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.value.FieldPath;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What must be read from a store's streams for the models that run: strategy stream only (S21: repair opens no stream).
 */
final class Subscriptions {
    private Subscriptions() {}

    static Subscription of(Registry registry, StoreName store) {
        Map<String, Interest> interests = new HashMap<>();
        for (ActiveModel active : registry.models()) {
            if (active.model().streamed().isEmpty()) {
                continue;
            }
            add(interests, store, active.model().source().at(), active.model().watchedSourcePaths(), false);
            for (CopyDefinition definition : active.model().streamed()) {
                if (definition.copy().watch() && definition.copy().mode() == Copy.Mode.ENFORCE) {
                    add(interests, store, definition.copy().at(), definition.watchedCopyPaths(), true);
                }
            }
        }
        return new Subscription(interests);
    }

    private static void add(
            Map<String, Interest> interests, StoreName store, CollectionRef at, Set<FieldPath> paths, boolean labels) {
        if (at.store().equals(store)) {
            interests.merge(at.collection(), new Interest(paths, labels), Subscriptions::both);
        }
    }

    private static Interest both(Interest a, Interest b) {
        Set<FieldPath> paths = new HashSet<>(a.paths());
        paths.addAll(b.paths());
        return new Interest(paths, a.labels() || b.labels());
    }

    /** True when some model needs this store's streams and this collection is in them. */
    static boolean concerns(ActiveModel active, StoreName store) {
        return !active.model().streamed().isEmpty()
                && (active.model().source().at().store().equals(store)
                        || active.model().streamed().stream()
                                .anyMatch(definition -> definition.copy().watch()
                                        && definition.copy().at().store().equals(store)));
    }
}
