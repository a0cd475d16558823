package dev.lockstep.repair.run;

import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.Settled;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.StateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the state store tells of the service: whether it follows a source's stream, and how far it is. */
final class CaughtUp {
    private final StateStore state;

    CaughtUp(StateStore state) {
        this.state = state;
    }

    /** True while a service reads the stream of this store. */
    boolean follows(StoreName store) {
        return checkpoints(store).stream().anyMatch(this::isOwned);
    }

    /** Rules for a copy definition: copies that the fan-out writes are given the time it needs. */
    DetectionRules rules(CopyDefinition definition, Duration grace) {
        StoreName source = definition.model().source().at().store();
        Settled settled = definition.copy().strategy() == Copy.Strategy.STREAM
                ? time -> checkpoints(source).stream().allMatch(point -> !isOwned(point) || isPast(point, time))
                : Settled.always();
        return DetectionRules.after(grace).when(settled, follows(source));
    }

    private List<Checkpoint> checkpoints(StoreName store) {
        return state.checkpoints().all().stream()
                .filter(checkpoint -> checkpoint.store().equals(store))
                .toList();
    }

    private boolean isOwned(Checkpoint checkpoint) {
        return state.leases()
                .owner("capture/" + checkpoint.store() + "/" + checkpoint.partition())
                .isPresent();
    }

    private static boolean isPast(Checkpoint checkpoint, Instant time) {
        Instant durable = checkpoint.committedUpTo();
        return durable == null || !durable.isBefore(time);
    }
}
