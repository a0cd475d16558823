package dev.lockstep.fanout.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.fanout.checkpoint.LowWaterTracker;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.StoreName;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.MemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckQueueTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final LowWaterTracker tracker = new LowWaterTracker();
    private final CheckQueue queue = new CheckQueue(() -> {});
    private final CopyDefinition orders = Models.orderCustomer().definitions().get(0);
    private final CopyDefinition lines =
            Models.orderProduct(new StoreName("shop")).definitions().get(0);

    private void offer(CopyDefinition definition, String id, boolean foreign, Instant at) {
        queue.offer(definition, MemoryStore.id(id), foreign, at, tracker.begin(at));
    }

    @Test
    void mergesChecksOfOneCopyAndRemembersThatOneWasForeign() {
        offer(orders, "o1", true, NOW.plusSeconds(1));
        offer(orders, "o1", false, NOW);
        List<CheckItem> taken = queue.take(10, NOW);
        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).foreign()).isTrue();
        assertThat(taken.get(0).committedAt()).isEqualTo(NOW);
        assertThat(queue.size()).isEqualTo(1);
        queue.finished(taken);
        assertThat(queue.size()).isZero();
        assertThat(queue.size(orders.model().name())).isZero();
    }

    @Test
    void givesOutPagesOfOneDefinition() {
        offer(orders, "o1", false, NOW);
        offer(lines, "o1", false, NOW);
        offer(orders, "o2", false, NOW);
        assertThat(queue.take(10, NOW))
                .extracting(CheckItem::record)
                .containsExactly(MemoryStore.id("o1"), MemoryStore.id("o2"));
        assertThat(queue.take(10, NOW))
                .extracting(CheckItem::copy)
                .containsExactly(lines.copy().name());
    }

    @Test
    void aCopyPutBackTwiceStillHoldsTheCheckpoint() {
        offer(orders, "o1", false, NOW);
        tracker.endOfBatch(new ResumePoint("end"), Optional.empty());
        CheckItem taken = queue.take(10, NOW).get(0);
        queue.add(taken.again(NOW.plusSeconds(1)));
        queue.add(taken.again(NOW.plusSeconds(1)));
        queue.finished(List.of(taken));
        assertThat(tracker.durable()).isEmpty();
        assertThat(queue.take(10, NOW)).isEmpty();
        List<CheckItem> later = queue.take(10, NOW.plusSeconds(1));
        later.get(0).tickets().done();
        assertThat(tracker.durable()).isPresent();
    }
}
