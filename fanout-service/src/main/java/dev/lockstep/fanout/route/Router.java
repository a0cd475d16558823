package dev.lockstep.fanout.route;

import dev.lockstep.change.Change;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.fanout.checkpoint.Tickets;
import dev.lockstep.fanout.checkpoint.Tracker;
import dev.lockstep.fanout.lanes.Routed;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.watch.WatchRule;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.Registry;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.DeleteStore.PendingDelete;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns a captured change into work: keys for the lanes where its record is a source, checks where it is a copy, and
 * waiting keys where the model does not run. Called by capture loops, one change at a time per partition.
 */
public final class Router {
    private final Destinations destinations;
    private final CapturedVersions captured;
    private final WatchRule watch;
    private final Signals signals;

    /** A router to these destinations. */
    public Router(Destinations destinations, CapturedVersions captured, WatchRule watch, Signals signals) {
        this.destinations = destinations;
        this.captured = captured;
        this.watch = watch;
        this.signals = signals;
    }

    /**
     * What the changes of one batch are routed with.
     *
     * @param registry the models
     * @param tracker gives the tickets that hold back the checkpoint
     * @param waiting takes the keys of models that do not run, and of second checks; the caller stores them before the
     *     batch ends
     * @param deletes takes the deletes of sources of models that do not run; the caller stores them before the batch
     *     ends
     */
    public record Routing(Registry registry, Tracker tracker, List<WaitingKey> waiting, List<PendingDelete> deletes) {}

    /** Routes a change for every model that it concerns; what follows from it holds a ticket, or waits durably. */
    public void route(Change change, Routing routing) {
        for (ActiveModel active : routing.registry().sourcesOn(change.collection())) {
            routeSource(change, active, routing);
        }
        for (Registry.ActiveCopy copy : routing.registry().copiesOn(change.collection())) {
            routeCopy(change, copy, routing);
        }
    }

    private void routeSource(Change change, ActiveModel active, Routing routing) {
        Set<CopyName> concerned = concerned(change, active);
        if (concerned.isEmpty()) {
            signals.change(active.name(), Signals.ChangeOutcome.IGNORED);
            return;
        }
        Source source = active.model().source();
        Optional<SourceKey> before = keyOf(source, change.before());
        Optional<SourceKey> now = change.kind().isRemoval() ? Optional.empty() : keyNow(source, change);
        Optional<SourceKey> left = before.isPresent() ? before : keyOf(source, change.key());
        if (left.isPresent() && !left.equals(now)) {
            offer(change, active, left.get(), null, true, all(active), routing);
        }
        if (now.isPresent()) {
            Doc image = change.after();
            boolean removed = image != null && !source.includes(image);
            boolean sameKey = before.isEmpty() || before.equals(now);
            offer(
                    change,
                    active,
                    now.get(),
                    removed ? null : image,
                    removed,
                    sameKey ? concerned : all(active),
                    routing);
        }
    }

    private static Optional<SourceKey> keyNow(Source source, Change change) {
        Optional<SourceKey> fromImage = keyOf(source, change.after());
        return fromImage.isPresent() || change.after() != null ? fromImage : keyOf(source, change.key());
    }

    private static Optional<SourceKey> keyOf(Source source, @Nullable Doc record) {
        return record == null ? Optional.empty() : source.key().match(record);
    }

    private static Optional<SourceKey> keyOf(Source source, RecordKey key) {
        return source.key().match(key.attributes());
    }

    /** The copy definitions that the change can change. */
    private static Set<CopyName> concerned(Change change, ActiveModel active) {
        Source source = active.model().source();
        Set<FieldPath> identity = new HashSet<>(source.key().attributes());
        identity.addAll(source.where().equalities().keySet());
        identity.addAll(source.deletedWhen().equalities().keySet());
        Stream.ofNullable(source.version()).forEach(identity::add);
        boolean all = change.mayTouch(identity)
                && change.kind() == Change.Kind.UPDATE
                && change.touched().isPresent();
        return written(active)
                .filter(definition -> all || change.mayTouch(sourcePaths(definition)))
                .map(definition -> definition.copy().name())
                .collect(Collectors.toSet());
    }

    private static Set<FieldPath> sourcePaths(CopyDefinition definition) {
        return definition.copy().fields().stream()
                .flatMap(field -> field.sourcePaths().stream())
                .collect(Collectors.toSet());
    }

    private static Set<CopyName> all(ActiveModel active) {
        return written(active).map(definition -> definition.copy().name()).collect(Collectors.toSet());
    }

    private static Stream<CopyDefinition> written(ActiveModel active) {
        return active.model().streamed().stream()
                .filter(definition -> definition.copy().mode() == Copy.Mode.ENFORCE);
    }

    private void offer(
            Change change,
            ActiveModel active,
            SourceKey key,
            @Nullable Doc image,
            boolean removed,
            Set<CopyName> copies,
            Routing routing) {
        Version version = new Version(active.epoch(), change.position());
        captured.captured(active.name(), key, version);
        if (!runs(active)) {
            routing.waiting().add(WaitingKey.of(active.name(), null, key.canonical(), change.committedAt()));
            if (removed && !Deletes.affected(active).isEmpty()) {
                routing.deletes().add(destinations.deletes().of(active, key, version, change.committedAt()));
            }
            signals.change(active.name(), Signals.ChangeOutcome.ROUTED);
            return;
        }
        boolean merged = destinations
                .lanes()
                .offer(new Routed(
                        active,
                        key,
                        version,
                        image,
                        removed,
                        copies,
                        change.committedAt(),
                        Tickets.of(routing.tracker().begin(change.committedAt())),
                        0));
        signals.change(active.name(), merged ? Signals.ChangeOutcome.MERGED : Signals.ChangeOutcome.ROUTED);
    }

    private void routeCopy(Change change, Registry.ActiveCopy copy, Routing routing) {
        CopyDefinition definition = copy.definition();
        if (!definition.copy().watch()
                || definition.copy().strategy() != Copy.Strategy.STREAM
                || definition.copy().mode() != Copy.Mode.ENFORCE) {
            return;
        }
        WatchRule.Decision decision = watch.decide(change, definition);
        if (decision == WatchRule.Decision.IGNORE || decision == WatchRule.Decision.OWN_WRITE) {
            return;
        }
        Optional<WaitingKey> second = destinations.lagging().second().of(change, definition);
        second.ifPresent(key -> {
            routing.waiting().add(key);
            destinations.lagging().lag().captured(change, definition);
        });
        if (!runs(copy.active())) {
            if (second.isEmpty()) {
                routing.waiting()
                        .add(WaitingKey.of(
                                copy.active().name(),
                                definition.copy().name(),
                                change.key().canonical(),
                                change.committedAt()));
            }
            return;
        }
        destinations
                .checks()
                .offer(
                        definition,
                        change.key(),
                        decision == WatchRule.Decision.CHECK_FOREIGN,
                        change.committedAt(),
                        routing.tracker().begin(change.committedAt()));
    }

    private static boolean runs(ActiveModel active) {
        return active.state() != ModelState.PAUSED && active.state() != ModelState.BROKEN;
    }
}
