package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.state.SegmentStore.WrongCopy;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The parts of runs: each ends once and as a whole, under the run's lease, and what it found waits for its fix. */
@NullUnmarked
public abstract class SegmentContract extends StateContract {
    private static final List<Segment> TWO = List.of(new Segment("a"), new Segment("b"));

    private Lease lease(String owner) {
        return state.leases().acquire("repair/1", owner, Duration.ofSeconds(30)).orElseThrow();
    }

    private List<Part> planned(Lease lease) {
        return state.segments().plan(1, ORDERS, TWO, lease).orElseThrow();
    }

    /** A second plan changes nothing: segments are not cut the same way twice. */
    @Test
    void plansOnce() {
        Lease lease = lease("a");
        List<Part> first = planned(lease);

        assertThat(first).extracting(Part::number).containsExactly(1, 2);
        assertThat(first).extracting(Part::segment).isEqualTo(TWO);
        assertThat(state.segments().plan(1, ORDERS, List.of(new Segment("c")), lease))
                .contains(first);
        assertThat(state.segments().parts(1, ORDERS)).isEqualTo(first);
        assertThat(state.segments().parts(1, LINES)).isEmpty();
        assertThat(state.segments().parts(2, ORDERS)).isEmpty();
    }

    /** Result, wrong copies and rest are stored together. */
    @Test
    void endsAPartWithWhatItFound() {
        Lease lease = lease("a");
        Part first = planned(lease).get(0);

        assertThat(state.segments().done(first, "r", List.of("k1", "k2"), Optional.of(new Cursor("x")), lease))
                .isTrue();

        List<Part> parts = state.segments().parts(1, ORDERS);
        assertThat(parts).extracting(Part::isDone).containsExactly(true, false, false);
        assertThat(parts.get(0).result()).isEqualTo("r");
        assertThat(parts.get(2)).isEqualTo(new Part(1, ORDERS, 3, new Segment("a"), new Cursor("x"), null));
        assertThat(state.segments().wrong(1, ORDERS, 0, 10))
                .extracting(WrongCopy::key)
                .containsExactly("k1", "k2");
        assertThat(state.segments().wrongCount(1, ORDERS)).isEqualTo(2);
    }

    /** Ending a part twice, as after an unconfirmed commit, counts once. */
    @Test
    void endsAPartOnce() {
        Lease lease = lease("a");
        Part first = planned(lease).get(0);

        state.segments().done(first, "r", List.of("k1"), Optional.of(new Cursor("x")), lease);
        assertThat(state.segments().done(first, "other", List.of("k1"), Optional.of(new Cursor("x")), lease))
                .isTrue();

        assertThat(state.segments().parts(1, ORDERS)).hasSize(3);
        assertThat(state.segments().parts(1, ORDERS).get(0).result()).isEqualTo("r");
        assertThat(state.segments().wrongCount(1, ORDERS)).isOne();
    }

    /** Whoever lost the run changes nothing in it. */
    @Test
    void refusesAZombie() {
        Lease zombie = lease("a");
        Part first = planned(zombie).get(0);
        fixture.pass(Duration.ofSeconds(40));
        lease("b");

        assertThat(state.segments().done(first, "r", List.of("k1"), Optional.empty(), zombie))
                .isFalse();
        assertThat(state.segments().plan(1, LINES, TWO, zombie)).isEmpty();

        assertThat(state.segments().parts(1, ORDERS)).noneMatch(Part::isDone);
        assertThat(state.segments().wrongCount(1, ORDERS)).isZero();
    }

    /** What was settled waits no more, page by page; a run that is forgotten leaves nothing. */
    @Test
    void takesOffWhatWasSettledAndForgets() {
        Lease lease = lease("a");
        List<Part> parts = planned(lease);
        state.segments().done(parts.get(0), "r", List.of("k1", "k2", "k3"), Optional.empty(), lease);
        List<WrongCopy> page = state.segments().wrong(1, ORDERS, 0, 2);
        assertThat(page).hasSize(2);

        state.segments().settled(page);
        state.segments().settled(page);
        assertThat(state.segments().wrong(1, ORDERS, page.get(1).id(), 2))
                .extracting(WrongCopy::key)
                .containsExactly("k3");

        state.segments().forget(1);
        assertThat(state.segments().parts(1, ORDERS)).isEmpty();
        assertThat(state.segments().wrongCount(1, ORDERS)).isZero();
    }
}
