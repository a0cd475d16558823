package dev.lockstep.fanout.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.MemoryStore;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ContestedTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Contested contested = new Contested();
    private final CopyDefinition orders = Models.orderCustomer().definitions().get(0);

    private boolean corrected(long second) {
        return contested.corrected(orders, MemoryStore.id("o1"), NOW.plusSeconds(second));
    }

    private boolean isLeftAlone(String id, long second) {
        return contested.isLeftAlone(orders, MemoryStore.id(id), NOW.plusSeconds(second));
    }

    @Test
    void leavesACopyAloneForAnHourAfterFiveCorrectionsWithinTenMinutes() {
        for (int i = 0; i < 4; i++) {
            assertThat(corrected(i)).isFalse();
            assertThat(isLeftAlone("o1", i)).isFalse();
        }
        assertThat(corrected(4)).isTrue();
        assertThat(isLeftAlone("o1", 5)).isTrue();
        assertThat(isLeftAlone("o1", 4 + 3_599)).isTrue();
        assertThat(isLeftAlone("o1", 4 + 3_600)).isFalse();
    }

    @Test
    void correctionsFarApartDoNotCount() {
        for (int i = 0; i < 20; i++) {
            assertThat(corrected(i * 200L)).isFalse();
        }
    }

    @Test
    void anotherCopyIsNotConcerned() {
        for (int i = 0; i < 5; i++) {
            corrected(i);
        }
        assertThat(isLeftAlone("o2", 5)).isFalse();
    }
}
