package dev.lockstep.fanout.service;

import dev.lockstep.fanout.control.PipelineStatus.CopyProgress;
import dev.lockstep.fanout.control.PipelineStatus.RecentFanout;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The pipeline's signals as Micrometer meters and as figures for the page. Freshness below zero (a store's clock ahead
 * of ours) counts as zero. Safe for many threads.
 */
final class Meters implements Signals {
    private static final int RECENT = 100;
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private final MeterRegistry registry;
    private final Clock clock;
    private final Map<String, Timer> windows = new ConcurrentHashMap<>();
    private final SimpleMeterRegistry window = new SimpleMeterRegistry();
    private final Deque<RecentFanout> recent = new ArrayDeque<>();

    Meters(MeterRegistry registry, Clock clock) {
        this.registry = registry;
        this.clock = clock;
    }

    @Override
    public void change(ModelName model, ChangeOutcome outcome) {
        registry.counter(
                        "lockstep.changes",
                        "model",
                        model.value(),
                        "outcome",
                        outcome.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    @Override
    public void applied(CopyDefinition definition, SourceKey key, long copies, Instant committedAt) {
        Instant now = clock.instant();
        Duration age = Duration.between(committedAt, now);
        Duration freshness = age.isNegative() ? Duration.ZERO : age;
        copies(definition, "applied").increment(copies);
        if (copies == 0) {
            copies(definition, "not-applied").increment();
        }
        Timer.builder("lockstep.freshness")
                .description("Source commit to last copy durable")
                .tags(tags(definition))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(10))
                .register(registry)
                .record(freshness);
        windows.computeIfAbsent(definition.id(), this::window).record(freshness);
        remember(new RecentFanout(definition.model().name(), definition.copy().name(), key, copies, committedAt, now));
    }

    private Timer window(String id) {
        return Timer.builder(id)
                .publishPercentiles(0.5, 0.99)
                .distributionStatisticExpiry(WINDOW)
                .distributionStatisticBufferLength(5)
                .register(window);
    }

    private void remember(RecentFanout fanout) {
        synchronized (recent) {
            recent.addFirst(fanout);
            if (recent.size() > RECENT) {
                recent.removeLast();
            }
        }
    }

    /** No freshness: a delete waits on purpose. */
    @Override
    public void afterDelete(CopyDefinition definition, long copies) {
        copies(definition, "applied").increment(copies);
    }

    @Override
    public void failed(CopyDefinition definition) {
        copies(definition, "failed").increment();
    }

    @Override
    public void checked(CopyDefinition definition, boolean fixed) {
        copies(definition, fixed ? "checked-fixed" : "checked-equal").increment();
    }

    @Override
    public void foreignWrite(CopyDefinition definition) {
        registry.counter("lockstep.foreign.writes", tags(definition)).increment();
    }

    @Override
    public void contested(CopyDefinition definition) {
        registry.counter("lockstep.contested", tags(definition)).increment();
    }

    @Override
    public void lookupLag(CopyDefinition definition, Duration lag) {
        Timer.builder("lockstep.lookup.lag")
                .description("Time for which a look-up missed an inserted copy")
                .tags(tags(definition))
                .register(registry)
                .record(lag);
    }

    private Counter copies(CopyDefinition definition, String outcome) {
        return registry.counter("lockstep.copies", tags(definition).and("outcome", outcome));
    }

    private static Tags tags(CopyDefinition definition) {
        return Tags.of(
                "model",
                definition.model().name().value(),
                "copy",
                definition.copy().name().value(),
                "store",
                definition.copy().at().store().value());
    }

    long foreignWrites(CopyDefinition definition) {
        return (long)
                registry.counter("lockstep.foreign.writes", tags(definition)).count();
    }

    long contestedCopies(CopyDefinition definition) {
        return (long) registry.counter("lockstep.contested", tags(definition)).count();
    }

    CopyProgress progress(CopyDefinition definition) {
        return new CopyProgress(
                percentile(definition, 0.5),
                percentile(definition, 0.99),
                (long) copies(definition, "applied").count(),
                (long) copies(definition, "failed").count(),
                (long) copies(definition, "checked-equal").count(),
                (long) copies(definition, "checked-fixed").count());
    }

    /**
     * Empty when nothing was applied within the window: Micrometer then says 0, which would look like perfect
     * freshness.
     */
    private Optional<Duration> percentile(CopyDefinition definition, double which) {
        Timer timer = windows.get(definition.id());
        if (timer == null) {
            return Optional.empty();
        }
        for (ValueAtPercentile value : timer.takeSnapshot().percentileValues()) {
            if (value.percentile() == which && value.value() > 0) {
                return Optional.of(Duration.ofNanos((long) value.value(TimeUnit.NANOSECONDS)));
            }
        }
        return Optional.empty();
    }

    List<RecentFanout> recent(int most) {
        synchronized (recent) {
            return new ArrayList<>(recent).subList(0, Math.min(most, recent.size()));
        }
    }
}
