package dev.lockstep.fanout.explore;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Every interleaving of the small worlds, and every mutant in the world that must catch it. {@code mvn -Pexplore}
 * explores all worlds; {@code -Dlockstep.explore.only=chain} those, and the mutants of those, whose name begins so.
 */
class ExplorationTest {
    private static final boolean FULL = Boolean.getBoolean("lockstep.explore.full");
    private static final String ONLY = System.getProperty("lockstep.explore.only", "");
    private static final int MOST_STATES = FULL ? 3_000_000 : 4_000;
    private static final Duration ALL_WORLDS = FULL ? Duration.ofMinutes(8) : Duration.ofSeconds(70);
    private static final Duration MUTANT = FULL ? Duration.ofSeconds(90) : Duration.ofSeconds(60);

    private final Report report = new Report();

    @BeforeAll
    static void quiet() {
        level(Level.OFF);
    }

    @AfterAll
    static void loud() {
        level(Level.INFO);
    }

    private static void level(Level level) {
        ((Logger) LoggerFactory.getLogger("dev.lockstep")).setLevel(level);
    }

    @Test
    void keepsItsPromisesInEveryOrderAndNoMutantDoes() {
        exploreMutants();
        exploreWorlds();
        report.publish(FULL ? "full" : "small");
        assertThat(report.survivors()).as("mutants that nothing caught").isEmpty();
        assertThat(report.failures()).as("promises broken").isEmpty();
    }

    private void exploreWorlds() {
        long end = System.nanoTime() + ALL_WORLDS.toNanos();
        List<Worlds.Definition> worlds = Worlds.ALL.values().stream()
                .filter(world -> FULL || world.small())
                .filter(world -> world.name().startsWith(ONLY))
                .sorted(Comparator.comparing(world -> !world.small()))
                .toList();
        for (int i = 0; i < worlds.size(); i++) {
            Worlds.Definition world = worlds.get(i);
            long left = Math.max(0, end - System.nanoTime());
            Duration share = Duration.ofNanos(Math.max(500_000_000L, Math.max(left / (worlds.size() - i), left / 4)));
            report.world(world, new Explorer(() -> world.make(UnaryOperator.identity()), MOST_STATES, share).explore());
        }
    }

    private void exploreMutants() {
        for (Mutant mutant : Mutants.ALL) {
            Worlds.Definition world = Worlds.ALL.get(mutant.worlds().get(0));
            if (!world.name().startsWith(ONLY)) {
                continue;
            }
            report.mutant(
                    mutant,
                    world.name(),
                    new Explorer(() -> world.make(mutant.change()), MOST_STATES * 10, MUTANT).explore());
        }
    }
}
