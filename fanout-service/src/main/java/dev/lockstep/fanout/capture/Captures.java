package dev.lockstep.fanout.capture;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.store.StoreException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All capture loops: makes one per partition as soon as a model needs its store. As a step machine it looks whether
 * there are new ones to make. Safe for many threads.
 */
public final class Captures implements Step {
    private static final Logger log = LoggerFactory.getLogger(Captures.class);

    private final CaptureParts parts;
    private final BiConsumer<String, Step> starter;
    private final Map<Partition, CaptureLoop> loops = new LinkedHashMap<>();

    /**
     * Without loops yet.
     *
     * @param starter is given each new loop with its name, to drive it
     */
    public Captures(CaptureParts parts, BiConsumer<String, Step> starter) {
        this.parts = parts;
        this.starter = starter;
    }

    @Override
    public Outcome step() {
        Outcome outcome = Outcome.IDLE;
        for (StoreName store : storesInUse()) {
            Subscription wanted = Subscriptions.of(parts.models().current(), store);
            try {
                for (String name : parts.source()
                        .apply(store)
                        .partitions(wanted.collections().keySet())) {
                    outcome = add(new Partition(store, name)) ? Outcome.WORKED : outcome;
                }
            } catch (StoreException | IllegalArgumentException e) {
                log.debug("Could not list the partitions of store {}: {}. It is tried again.", store, e.getMessage());
            }
        }
        return outcome;
    }

    private Set<StoreName> storesInUse() {
        Set<StoreName> stores = new LinkedHashSet<>();
        for (ActiveModel active : parts.models().current().models()) {
            if (!active.model().streamed().isEmpty()) {
                stores.add(active.model().source().at().store());
                active.model().streamed().stream()
                        .filter(definition -> definition.copy().watch())
                        .forEach(definition -> stores.add(definition.copy().at().store()));
            }
        }
        return stores;
    }

    private boolean add(Partition partition) {
        CaptureLoop loop;
        synchronized (loops) {
            if (loops.containsKey(partition)) {
                return false;
            }
            loop = new CaptureLoop(partition, parts);
            loops.put(partition, loop);
        }
        starter.accept("capture-" + partition.store() + "-" + partition.name(), loop);
        return true;
    }

    private List<CaptureLoop> all() {
        synchronized (loops) {
            return List.copyOf(loops.values());
        }
    }

    /** How each partition is doing, by store and name. */
    public Map<StoreName, Map<String, PartitionStatus>> status() {
        Map<StoreName, Map<String, PartitionStatus>> byStore = new LinkedHashMap<>();
        for (CaptureLoop loop : all()) {
            byStore.computeIfAbsent(loop.partition().store(), store -> new LinkedHashMap<>())
                    .put(loop.partition().name(), loop.status());
        }
        return byStore;
    }

    /** True when every stream this model needs is read here, as the model wants it, and has a checkpoint. */
    public boolean covers(ActiveModel active) {
        return coversSince(active).isPresent();
    }

    /** Since when {@link #covers} is true; empty when it is not. */
    public Optional<Instant> coversSince(ActiveModel active) {
        List<StoreName> needed = storesInUse().stream()
                .filter(store -> Subscriptions.concerns(active, store))
                .toList();
        Map<StoreName, Map<String, PartitionStatus>> now = status();
        Instant latest = Instant.MIN;
        for (StoreName store : needed) {
            Subscription wanted = Subscriptions.of(parts.models().current(), store);
            Map<String, PartitionStatus> partitions = now.getOrDefault(store, Map.of());
            if (partitions.isEmpty()) {
                return Optional.empty();
            }
            for (PartitionStatus status : partitions.values()) {
                Optional<PartitionStatus.Covered> covered =
                        status.covered().filter(known -> known.subscription().equals(wanted));
                if (covered.isEmpty()) {
                    return Optional.empty();
                }
                latest = covered.get().since().isAfter(latest) ? covered.get().since() : latest;
            }
        }
        return Optional.of(latest);
    }

    /** True when every stream this model needs is read here and all that was committed before this time is durable. */
    public boolean isDurable(ActiveModel active, Instant time) {
        return status().entrySet().stream()
                .filter(store -> Subscriptions.concerns(active, store.getKey()))
                .flatMap(store -> store.getValue().values().stream())
                .allMatch(status -> status.durableUpTo()
                        .filter(durable -> !durable.isBefore(time))
                        .isPresent());
    }

    /**
     * Somebody says that a store was restored from a backup: every model with a stream of it gets a new epoch (rule R6)
     * and a gap, which a check of all its copies closes. Throws StateException; may be repeated.
     *
     * @return the models
     */
    public List<ModelName> restored(StoreName store, String reason) {
        return new LostPositions(parts.models(), parts.state().gaps(), parts.clock()).restored(store, reason);
    }

    /** From now on nothing is read. */
    public void stopReading() {
        all().forEach(CaptureLoop::stopReading);
    }

    /** Stores the last checkpoints and gives the leases back; after the threads have ended. */
    public void close() {
        all().forEach(CaptureLoop::close);
    }
}
