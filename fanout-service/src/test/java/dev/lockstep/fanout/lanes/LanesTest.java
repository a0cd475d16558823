package dev.lockstep.fanout.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.fanout.checkpoint.Tickets;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelState;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private int wakes;
    private final Lanes lanes = new Lanes(Merging.newestImage(), () -> wakes++);

    private static Routed change(String key, long epoch, String position, String... copies) {
        ActiveModel active = new ActiveModel(Models.orderCustomer(), 1, new Epoch(epoch), ModelState.ACTIVE);
        return new Routed(
                active,
                Models.key("customerId", key),
                new Version(new Epoch(epoch), new Position(position)),
                Docs.doc("name", position),
                false,
                Set.of(copies).stream().map(CopyName::new).collect(java.util.stream.Collectors.toSet()),
                NOW.plusSeconds(Long.parseLong(position)),
                Tickets.none(),
                0);
    }

    @Test
    void mergesWaitingChangesOfAKey() {
        lanes.offer(change("a", 1, "1", "names"));
        assertThat(lanes.offer(change("a", 1, "2", "tiers"))).isTrue();
        List<Routed> taken = lanes.take(10, NOW);
        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).position()).isEqualTo(new Position("2"));
        assertThat(taken.get(0).copies()).containsExactlyInAnyOrder(new CopyName("names"), new CopyName("tiers"));
        assertThat(taken.get(0).oldestCommit()).isEqualTo(NOW.plusSeconds(1));
    }

    @Test
    void aRedeliveredOlderChangeDoesNotReplaceANewerOne() {
        lanes.offer(change("a", 1, "2"));
        lanes.offer(change("a", 1, "1"));
        assertThat(lanes.take(10, NOW)).extracting(Routed::position).containsExactly(new Position("2"));
    }

    @Test
    void neverMergesAcrossAnEpoch() {
        lanes.offer(change("a", 1, "5"));
        assertThat(lanes.offer(change("a", 2, "1"))).isFalse();
        Routed first = lanes.take(10, NOW).get(0);
        assertThat(first.version().epoch()).isEqualTo(new Epoch(1));
        lanes.finish(first);
        assertThat(lanes.take(10, NOW).get(0).version().epoch()).isEqualTo(new Epoch(2));
    }

    @Test
    void aKeyHasOneOwnerAtATime() {
        lanes.offer(change("a", 1, "1"));
        Routed owned = lanes.take(10, NOW).get(0);
        lanes.offer(change("a", 1, "2"));
        assertThat(lanes.take(10, NOW)).isEmpty();
        lanes.finish(owned);
        assertThat(lanes.take(10, NOW)).extracting(Routed::position).containsExactly(new Position("2"));
    }

    @Test
    void givesKeysOutInOrderOfArrival() {
        lanes.offer(change("b", 1, "1"));
        lanes.offer(change("a", 1, "2"));
        lanes.offer(change("b", 1, "3"));
        assertThat(lanes.take(1, NOW)).extracting(Routed::key).containsExactly(Models.key("customerId", "b"));
        assertThat(lanes.take(1, NOW)).extracting(Routed::key).containsExactly(Models.key("customerId", "a"));
    }

    @Test
    void aDeferredKeyRestsAndIsMergedWithWhatArrives() {
        lanes.offer(change("a", 1, "1"));
        Routed failed = lanes.take(10, NOW).get(0);
        lanes.offer(change("a", 1, "2"));
        lanes.defer(failed.failedOnce(), NOW.plusSeconds(5));
        lanes.offer(change("a", 1, "3"));
        assertThat(lanes.take(10, NOW.plusSeconds(4))).isEmpty();
        assertThat(lanes.nextWake()).contains(NOW.plusSeconds(5));
        List<Routed> woken = lanes.take(10, NOW.plusSeconds(5));
        assertThat(woken).extracting(Routed::position).containsExactly(new Position("3"));
        assertThat(woken.get(0).oldestCommit()).isEqualTo(NOW.plusSeconds(1));
    }

    @Test
    void countsWhatWaitsAndWhatIsTaken() {
        lanes.offer(change("a", 1, "1"));
        lanes.offer(change("a", 1, "2"));
        lanes.offer(change("b", 1, "3"));
        assertThat(lanes.size()).isEqualTo(2);
        Routed owned = lanes.take(1, NOW).get(0);
        lanes.offer(change("a", 1, "4"));
        assertThat(lanes.size()).isEqualTo(3);
        lanes.defer(owned.failedOnce(), NOW);
        assertThat(lanes.size()).isEqualTo(2);
        lanes.take(10, NOW).forEach(lanes::finish);
        assertThat(lanes.size()).isZero();
        assertThat(wakes).isEqualTo(4);
    }
}
