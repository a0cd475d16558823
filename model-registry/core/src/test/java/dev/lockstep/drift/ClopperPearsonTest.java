package dev.lockstep.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClopperPearsonTest {
    private static final int COPIES = 100_000;
    private static final int CLUSTER = 50;

    /** Published values: R's binom.test, and Newcombe (1998) for 81/263 and 15/148. */
    @ParameterizedTest
    @CsvSource({
        "10, 100, 0.0490, 0.1762",
        "1, 10, 0.0025, 0.4450",
        "5, 10, 0.1871, 0.8129",
        "9, 10, 0.5550, 0.9975",
        "81, 263, 0.2527, 0.3676",
        "15, 148, 0.0578, 0.1617",
        "50, 100, 0.3983, 0.6017"
    })
    void agreesWithPublishedIntervals(long wrong, long compared, double low, double high) {
        ClopperPearson.Interval interval = ClopperPearson.interval(wrong, compared, 0.95);
        assertThat(interval.low()).isCloseTo(low, within(5.1e-5));
        assertThat(interval.high()).isCloseTo(high, within(5.1e-5));
    }

    @Test
    void thirtyThousandRightCopiesShowLessThanOneInTenThousandWrong() {
        ClopperPearson.Interval interval = ClopperPearson.interval(0, 30_000, 0.95);
        assertThat(interval.low()).isZero();
        assertThat(interval.high()).isLessThan(0.0001).isCloseTo(0.00009985, within(1e-8));
    }

    @Test
    void allWrongMirrorsNoneWrong() {
        ClopperPearson.Interval all = ClopperPearson.interval(500, 500, 0.95);
        ClopperPearson.Interval none = ClopperPearson.interval(0, 500, 0.95);
        assertThat(all.high()).isEqualTo(1);
        assertThat(all.low()).isCloseTo(1 - none.high(), within(1e-12));
    }

    @Test
    void nothingComparedSaysNothing() {
        assertThat(ClopperPearson.interval(0, 0, 0.95)).isEqualTo(new ClopperPearson.Interval(0, 1));
    }

    @Test
    void staysExactForMillionsOfCopies() {
        ClopperPearson.Interval interval = ClopperPearson.interval(200, 2_000_000, 0.95);
        assertThat(interval.low()).isCloseTo(8.662e-5, within(2e-8));
        assertThat(interval.high()).isCloseTo(1.14862e-4, within(2e-8));
    }

    @Test
    void refusesCountsThatCannotBe() {
        assertThatThrownBy(() -> ClopperPearson.interval(5, 4, 0.95)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClopperPearson.interval(1, 4, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-4, 1e-3, 1e-2, 0.1})
    void coversTheTrueShare(double share) {
        long seed = 20261130;
        SplittableRandom random = new SplittableRandom(seed);
        int covered = 0;
        for (int trial = 0; trial < 1_000; trial++) {
            long wrong = random.doubles(2_000).filter(drawn -> drawn < share).count();
            ClopperPearson.Interval interval = ClopperPearson.interval(wrong, 2_000, 0.95);
            covered += interval.low() <= share && share <= interval.high() ? 1 : 0;
        }
        assertThat(covered).as("trials that cover, seed %d", seed).isGreaterThanOrEqualTo(930);
    }

    /** Drift comes in runs of neighbours, such as one source's copies; a sample draws each copy by itself. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-4, 1e-3, 1e-2, 0.1})
    void coversTheTrueShareOfClusteredDrift(double share) {
        long seed = 20261201;
        SplittableRandom random = new SplittableRandom(seed);
        int covered = 0;
        for (int trial = 0; trial < 1_000; trial++) {
            BitSet wrong = clustered(random, share);
            double exact = (double) wrong.cardinality() / COPIES;
            BitSet drawn = new BitSet(COPIES);
            while (drawn.cardinality() < 2_000) {
                drawn.set(random.nextInt(COPIES));
            }
            drawn.and(wrong);
            ClopperPearson.Interval interval = ClopperPearson.interval(drawn.cardinality(), 2_000, 0.95);
            covered += interval.low() <= exact && exact <= interval.high() ? 1 : 0;
        }
        assertThat(covered).as("trials that cover, seed %d", seed).isGreaterThanOrEqualTo(930);
    }

    private static BitSet clustered(SplittableRandom random, double share) {
        BitSet wrong = new BitSet(COPIES);
        while (wrong.cardinality() < share * COPIES) {
            int from = random.nextInt(COPIES);
            wrong.set(from, Math.min(COPIES, from + CLUSTER));
        }
        return wrong;
    }
}
