package dev.lockstep.fanout.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.registry.StoreName;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.StoreException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BreakersTest {
    private static final StoreName SHOP = new StoreName("shop");
    private static final StoreName OTHER = new StoreName("other");

    private final Breakers breakers = new Breakers();

    private void fail(Kind kind, int times) {
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(() -> breakers.call(SHOP, () -> {
                        throw new StoreException(kind, "Could not write: the test ordered this failure.", null);
                    }))
                    .isInstanceOf(StoreException.class);
        }
    }

    @Test
    void opensAfterFailuresAndOnlyForTheStoreThatFails() {
        fail(Kind.TRANSIENT, 5);
        assertThat(breakers.refuses(SHOP)).isTrue();
        assertThatThrownBy(() -> breakers.call(SHOP, () -> "done")).hasMessageContaining("its last calls failed");
        assertThat(breakers.call(OTHER, () -> "done")).isEqualTo("done");
    }

    @Test
    void staysClosedHoweverOftenTheStoreThrottles() {
        fail(Kind.THROTTLED, 100);
        assertThat(breakers.refuses(SHOP)).isFalse();
        assertThat(breakers.call(SHOP, () -> "done")).isEqualTo("done");
    }

    @Test
    void opensForFailuresAmongThrottledCalls() {
        for (int i = 0; i < 5; i++) {
            fail(Kind.THROTTLED, 10);
            fail(Kind.TRANSIENT, 1);
        }
        assertThat(breakers.refuses(SHOP)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"PERMANENT", "HISTORY_LOST", "ACCESS_PATH_LOST"})
    void staysClosedForAnswersThatAreNoOutage(Kind kind) {
        fail(kind, 100);
        assertThat(breakers.refuses(SHOP)).isFalse();
    }
}
