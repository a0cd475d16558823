package dev.lockstep.fanout.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.ResumePoint;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TicketsTest {
    private final LowWaterTracker one = new LowWaterTracker();
    private final LowWaterTracker other = new LowWaterTracker();

    private static Ticket begin(Tracker tracker) {
        return tracker.begin(Instant.EPOCH);
    }

    private static boolean isDurable(Tracker tracker) {
        tracker.endOfBatch(new ResumePoint("end"), Optional.empty());
        return tracker.durable().isPresent();
    }

    @Test
    void keepsTheOlderTicketOfAPartition() {
        Ticket older = begin(one);
        Ticket newer = begin(one);
        assertThat(Tickets.of(older).and(Tickets.of(newer)).list()).containsExactly(older);
        assertThat(Tickets.of(newer).and(Tickets.of(older)).list()).containsExactly(older);
    }

    @Test
    void keepsOneTicketForEachPartition() {
        Ticket here = begin(one);
        Ticket there = begin(other);
        Tickets both = Tickets.of(here).and(Tickets.of(there));
        assertThat(both.list()).containsExactly(here, there);
        both.done();
        assertThat(isDurable(one)).isTrue();
        assertThat(isDurable(other)).isTrue();
    }

    @Test
    void theSameTicketTwiceStaysOpen() {
        Ticket ticket = begin(one);
        Tickets same = Tickets.of(ticket).and(Tickets.of(ticket));
        assertThat(same.list()).containsExactly(ticket);
        assertThat(isDurable(one)).isFalse();
        same.done();
        assertThat(isDurable(one)).isTrue();
    }
}
