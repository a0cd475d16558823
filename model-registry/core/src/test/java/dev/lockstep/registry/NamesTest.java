package dev.lockstep.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "order-customer", "a1-2-b"})
    void acceptsWordsJoinedByHyphens(String name) {
        assertThat(new ModelName(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "1a", "a-", "-a", "a--b", "a_b", "a.b", "ä", "a\n"})
    void refusesTheRest(String name) {
        assertThatThrownBy(() -> new ModelName(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void limitsTheLengthAndTheMessage() {
        assertThat(new ModelName("a".repeat(63)).value()).hasSize(63);
        assertThat(new CopyName("a".repeat(31)).value()).hasSize(31);
        assertThatThrownBy(() -> new CopyName("a".repeat(32))).hasMessageContaining("31");
        assertThatThrownBy(() -> new ModelName("a".repeat(10_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    }

    @Test
    void allocatesEpochsThatGrow() {
        assertThat(Epoch.after(0, Epoch.ORIGIN + 5).number()).isEqualTo(5);
        assertThat(Epoch.after(9, Epoch.ORIGIN + 5).number()).isEqualTo(10);
        assertThat(new Epoch(7).text()).isEqualTo("0000000007");
        assertThatThrownBy(() -> new Epoch(10_000_000_000L)).isInstanceOf(IllegalArgumentException.class);
    }
}
