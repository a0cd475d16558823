package dev.lockstep.fanout.watch;

import dev.lockstep.change.Change;
import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.GapStore;
import dev.lockstep.state.StateException;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how long a lagging look-up misses an inserted copy, by looking for one now and then: at most one at a time
 * per copy definition, none within ten seconds after the last, and only where the source has few copies. A copy that is
 * missed for longer than second checks wait (rule R4) may have missed a change for good: that opens a gap, which a
 * check of all copies closes. Safe for many threads.
 */
public final class LookupLag implements Step {
    private static final Logger log = LoggerFactory.getLogger(LookupLag.class);
    private static final String GAP = "look-up of ";
    private static final int PAGE = 100;
    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /**
     * A copy that is looked for; {@code null} as record when it was found, and nothing is looked for until
     * {@code next}.
     */
    private record Probe(
            CopyDefinition definition,
            SourceKey key,
            @Nullable RecordKey record,
            Instant since,
            Instant next) {}

    private final CheckParts.Access stores;
    private final GapStore gaps;
    private final Duration wait;
    private final Signals signals;
    private final Clock clock;
    private final Map<String, Probe> probes = new ConcurrentHashMap<>();

    /** Looks for copies that second checks wait for by {@code wait}. */
    public LookupLag(CheckParts.Access stores, GapStore gaps, Duration wait, Signals signals, Clock clock) {
        this.stores = stores;
        this.gaps = gaps;
        this.wait = wait;
        this.signals = signals;
        this.clock = clock;
    }

    /** Tells of a change of a copy whose look-up lags; an insert is looked for when it is time for one. */
    public void captured(Change change, CopyDefinition definition) {
        if (change.kind() != Change.Kind.INSERT
                || change.after() == null
                || definition.copy().elements() != null) {
            return;
        }
        Optional<SourceKey> key = definition.copy().pointer().match(change.after());
        if (key.isPresent() && definition.copy().where().matches(change.after())) {
            Instant now = clock.instant();
            Probe fresh = new Probe(definition, key.get(), change.key(), now, now.plus(FIRST));
            probes.merge(
                    definition.id(),
                    fresh,
                    (running, other) ->
                            running.record() == null && !running.next().isAfter(now) ? other : running);
        }
    }

    @Override
    public Outcome step() {
        Iterator<Probe> all = probes.values().iterator();
        while (all.hasNext()) {
            Probe probe = all.next();
            if (probe.record() != null && !probe.next().isAfter(clock.instant())) {
                try {
                    look(probe, probe.record());
                } catch (StoreException | StateException e) {
                    log.debug("Could not measure the lag of {}: {}.", probe.definition(), e.getMessage());
                    over(probe);
                }
            }
        }
        return Outcome.IDLE;
    }

    private void look(Probe probe, RecordKey record) {
        CopyStore copies = stores.copies(probe.definition().copy().at().store());
        Optional<Boolean> found = find(copies, probe, record);
        Duration age = Duration.between(probe.since(), clock.instant());
        if (found.isEmpty()) {
            over(probe);
        } else if (found.get()) {
            signals.lookupLag(probe.definition(), age);
            over(probe);
        } else if (age.compareTo(wait) <= 0) {
            Duration pause = age.compareTo(LONGEST) > 0 ? LONGEST : age.compareTo(FIRST) > 0 ? age : FIRST;
            probes.put(
                    probe.definition().id(),
                    new Probe(
                            probe.definition(),
                            probe.key(),
                            record,
                            probe.since(),
                            clock.instant().plus(pause)));
        } else {
            missed(copies, probe, record, age);
            over(probe);
        }
    }

    /** Empty when the source has too many copies to tell: reading them all would cost more than the figure is worth. */
    private static Optional<Boolean> find(CopyStore copies, Probe probe, RecordKey record) {
        CopyStore.CopyPage page = copies.find(probe.definition(), probe.key(), null, PAGE);
        if (page.copies().stream().anyMatch(copy -> copy.record().equals(record))) {
            return Optional.of(true);
        }
        return page.next().isEmpty() ? Optional.of(false) : Optional.empty();
    }

    /** A copy that is gone or moved by now is not missed. */
    private void missed(CopyStore copies, Probe probe, RecordKey record, Duration age) {
        CopyDefinition definition = probe.definition();
        boolean there = copies.read(definition, List.of(record)).stream()
                .map(CopyState::pointer)
                .flatMap(Optional::stream)
                .anyMatch(probe.key()::equals);
        if (!there) {
            return;
        }
        signals.lookupLag(definition, age);
        String reason = "the look-up of " + definition + " lags by more than " + wait.toSeconds()
                + " s (lockstep.lookup.wait): copies may have missed changes. All of them are checked.";
        gaps.openAgain(
                definition.model().name(),
                definition.copy().at().store(),
                GAP + definition.copy().name(),
                probe.since(),
                reason,
                clock.instant());
        log.error("A gap of model {}: {}", definition.model().name(), reason);
    }

    private void over(Probe probe) {
        probes.put(
                probe.definition().id(),
                new Probe(
                        probe.definition(),
                        probe.key(),
                        null,
                        probe.since(),
                        clock.instant().plus(PAUSE)));
    }
}
