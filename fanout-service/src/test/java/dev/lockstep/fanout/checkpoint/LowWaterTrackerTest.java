package dev.lockstep.fanout.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.ResumePoint;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LowWaterTrackerTest {
    private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATE = EARLY.plusSeconds(1);

    private final LowWaterTracker tracker = new LowWaterTracker();

    private void batchEnds(String token) {
        tracker.endOfBatch(new ResumePoint(token), Optional.of(LATE));
    }

    private Optional<String> durable() {
        return tracker.durable().map(mark -> mark.point().token());
    }

    @Test
    void knowsNoPointBeforeTheFirstBatch() {
        assertThat(tracker.durable()).isEmpty();
        assertThat(tracker.oldestWaiting()).isEmpty();
    }

    @Test
    void anIdleBatchIsDurableAtOnce() {
        batchEnds("a");
        batchEnds("b");
        assertThat(durable()).contains("b");
    }

    @Test
    void aBatchIsDurableWhenAllItsChangesAre() {
        Ticket first = tracker.begin(EARLY);
        Ticket second = tracker.begin(LATE);
        batchEnds("a");
        first.done();
        assertThat(durable()).isEmpty();
        second.done();
        assertThat(durable()).contains("a");
    }

    @Test
    void staysBehindTheOldestOpenChange() {
        Ticket first = tracker.begin(EARLY);
        batchEnds("a");
        tracker.begin(LATE).done();
        batchEnds("b");
        assertThat(durable()).isEmpty();
        first.done();
        assertThat(durable()).contains("b");
    }

    @Test
    void stopsAtTheLastBatchBeforeAnOpenChange() {
        tracker.begin(EARLY).done();
        batchEnds("a");
        tracker.begin(LATE);
        batchEnds("b");
        assertThat(durable()).contains("a");
    }

    @Test
    void aChangeIsNotDurableBeforeItsBatchHasEnded() {
        tracker.begin(EARLY).done();
        assertThat(tracker.durable()).isEmpty();
    }

    @Test
    void tellsTheOldestOpenChange() {
        Ticket first = tracker.begin(EARLY);
        tracker.begin(LATE);
        assertThat(tracker.oldestWaiting()).contains(EARLY);
        first.done();
        first.done();
        assertThat(tracker.oldestWaiting()).contains(LATE);
    }
}
