package dev.lockstep.fanout.capture;

import dev.lockstep.fanout.route.Models;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.GapStore;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows when a stream does not go on where it was (promise P7): a gap for each model, and a new epoch where
 * needed.
 */
final class LostPositions {
    /** Stands for all partitions of a store. */
    private static final String RESTORED = "restored";

    private final Models models;
    private final GapStore gaps;
    private final Clock clock;

    LostPositions(Models models, GapStore gaps, Clock clock) {
        this.models = models;
        this.gaps = gaps;
        this.clock = clock;
    }

    /**
     * Opens gaps, durably, before anything newer is read.
     *
     * @param from commit time of the last durable change, {@code null} when there never was one
     * @param newEpoch true when positions before and after do not compare, or none is known (rule R6)
     */
    void lost(Partition partition, @Nullable Instant from, String reason, boolean newEpoch) {
        List<ActiveModel> concerned = models.current().models().stream()
                .filter(active -> Subscriptions.concerns(active, partition.store()))
                .toList();
        for (ActiveModel active : concerned) {
            if (newEpoch && sourceIsIn(active, partition.store())) {
                models.raiseEpoch(active.name(), reason);
            }
            gaps.openAgain(active.name(), partition.store(), partition.name(), from, reason, clock.instant());
        }
        models.reload();
    }

    /**
     * What follows when somebody says that a store was restored: positions and labels from before mean nothing any
     * more, so each model that has a stream of it gets a new epoch and a gap.
     *
     * @return the models
     */
    List<ModelName> restored(StoreName store, String reason) {
        List<ModelName> concerned = models.current().models().stream()
                .filter(active -> Subscriptions.concerns(active, store))
                .map(ActiveModel::name)
                .toList();
        for (ModelName model : concerned) {
            models.raiseEpoch(model, reason);
            gaps.openAgain(model, store, RESTORED, null, reason, clock.instant());
        }
        models.reload();
        return concerned;
    }

    private static boolean sourceIsIn(ActiveModel active, StoreName store) {
        return active.model().source().at().store().equals(store);
    }
}
