package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.registry.Model;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.Connector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads streams until what is awaited has come. */
final class Streams {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Streams() {}

    /** Opens the one partition of a source's collection. */
    static ChangeStream open(Connector connector, String collection, Model model, ChangeSource.Start start) {
        return open(connector, Map.of(collection, new ChangeSource.Interest(model.watchedSourcePaths(), false)), start);
    }

    static ChangeStream open(
            Connector connector, Map<String, ChangeSource.Interest> interests, ChangeSource.Start start) {
        List<String> partitions = connector.changes().partitions(Set.copyOf(interests.keySet()));
        assertThat(partitions).as("partitions of a small store").hasSize(1);
        return connector.changes().open(partitions.get(0), new ChangeSource.Subscription(interests), start);
    }

    /** The next {@code count} things the stream delivers; fails when they don't come, or more come with them. */
    static List<Captured> captured(ChangeStream stream, int count) {
        List<Captured> seen = new ArrayList<>();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (seen.size() < count) {
            assertThat(System.nanoTime())
                    .as("still waiting; seen so far " + seen)
                    .isLessThan(end);
            seen.addAll(stream.poll(100, Duration.ofMillis(200)).changes());
        }
        assertThat(seen).hasSize(count);
        return seen;
    }

    static List<Change> changes(ChangeStream stream, int count) {
        return captured(stream, count).stream().map(Change.class::cast).toList();
    }
}
