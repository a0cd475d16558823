package dev.lockstep.testkit.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.Drift;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random worlds with live traffic: exactly what was planted is found, and without planted drift nothing is. */
class DetectionPropertyTest {
    private static final int WORLDS = 80;

    private static long firstSeed() {
        return Long.getLong("lockstep.seed", 20_261_130L);
    }

    @Test
    void findsExactlyWhatWasPlantedAmongLiveChanges() {
        long found = 0;
        for (long seed = firstSeed(); seed < firstSeed() + WORLDS; seed++) {
            LiveWorld world = new LiveWorld(seed);
            Set<RecordKey> planted = world.plant();
            Set<RecordKey> drifted =
                    world.detect().stream().map(Drift::record).collect(Collectors.toCollection(HashSet::new));
            assertThat(drifted).as("drift found; -Dlockstep.seed=%d", seed).isEqualTo(planted);
            found += drifted.size();
        }
        assertThat(found).as("the worlds hold drift").isGreaterThan(WORLDS);
    }

    @Test
    void raisesNoFalseAlarm() {
        long lagged = 0;
        for (long seed = firstSeed(); seed < firstSeed() + WORLDS; seed++) {
            LiveWorld world = new LiveWorld(seed);
            assertThat(world.detect())
                    .as("drift found; -Dlockstep.seed=%d", seed)
                    .isEmpty();
            lagged += world.suspectsThatPassed();
        }
        assertThat(lagged).as("the worlds hold lag that looks like drift").isGreaterThan(WORLDS);
    }
}
