package dev.lockstep.repair.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FixBudgetTest {
    @Test
    void theUsualBudgetIsAShareButNeverFewerThanAHundred() {
        FixBudget budget = new FixBudget(OptionalDouble.empty(), false);
        assertThat(budget.allows(100, 100)).isTrue();
        assertThat(budget.allows(101, 1_000)).isFalse();
        assertThat(budget.allows(5_000, 100_000)).isTrue();
        assertThat(budget.allows(5_001, 100_000)).isFalse();
    }

    @Test
    void aShareThatWasAskedForIsExact() {
        FixBudget budget = new FixBudget(OptionalDouble.of(0), false);
        assertThat(budget.allows(0, 1_000)).isTrue();
        assertThat(budget.allows(1, 1_000)).isFalse();
        assertThat(new FixBudget(OptionalDouble.of(0), true).allows(1_000, 1_000))
                .isTrue();
    }
}
