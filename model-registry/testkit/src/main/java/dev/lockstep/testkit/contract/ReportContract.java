package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.FindingStore.OpenFindings;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.RunStore.Run;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Gaps (promise P7), findings, measurements and runs. */
@NullUnmarked
public abstract class ReportContract extends StateContract {
    private Gap openGap(String partition) {
        return state.gaps().open(MODEL, SHOP, partition, null, "history lost", NOON);
    }

    /** P7: one open gap per model and partition, however often it is noticed. */
    @Test
    void returnsTheGapThatIsOpenAlready() {
        Gap gap = openGap("p0");

        assertThat(openGap("p0")).isEqualTo(gap);
        assertThat(state.gaps().open(MODEL, SHOP, "p0", NOON, "another reason", NOON.plusSeconds(1)))
                .isEqualTo(gap);
        assertThat(openGap("p1").id()).isNotEqualTo(gap.id());
        assertThat(state.gaps()
                        .open(OTHER, SHOP, "p0", null, "history lost", NOON)
                        .id())
                .isNotEqualTo(gap.id());
        assertThat(state.gaps().openOf(MODEL)).hasSize(2);
        assertThat(gap).isEqualTo(new Gap(gap.id(), MODEL, SHOP, "p0", null, "history lost", NOON, null, null));
    }

    /** P7: a check that began before the second loss closes the first gap only. */
    @Test
    void supersedesTheOpenGapWhenAnotherPositionIsLost() {
        Gap first = state.gaps().openAgain(MODEL, SHOP, "p0", NOON.minusSeconds(9), "history lost", NOON);
        Gap second = state.gaps().openAgain(MODEL, SHOP, "p0", NOON, "history lost again", NOON.plusSeconds(1));
        state.gaps().close(first.id(), NOON.plusSeconds(60), "12 checked");

        assertThat(second.id()).isGreaterThan(first.id());
        assertThat(second.from()).isEqualTo(NOON.minusSeconds(9));
        assertThat(state.gaps().openOf(MODEL)).containsExactly(second);
        assertThat(state.gaps().find(first.id()).orElseThrow().report()).startsWith("superseded");
    }

    /** A closed gap keeps its report; the next loss is another gap. */
    @Test
    void opensAnotherGapOnceTheFirstIsClosed() {
        Gap first = openGap("p0");
        state.gaps().close(first.id(), NOON.plusSeconds(60), "12 checked");
        Gap second = openGap("p0");

        Gap closed = state.gaps().find(first.id()).orElseThrow();
        assertThat(closed.closedAt()).isEqualTo(NOON.plusSeconds(60));
        assertThat(closed.report()).isEqualTo("12 checked");
        assertThat(state.gaps().openOf(MODEL)).containsExactly(second);
        assertThat(state.gaps().list(false, 0, 10)).extracting(Gap::id).containsExactly(second.id(), first.id());
        assertThat(state.gaps().list(true, 0, 10)).containsExactly(second);
        assertThat(state.gaps().list(false, second.id(), 10)).containsExactly(closed);
    }

    private static Finding finding(String kind, String copyKey, int minute) {
        return new Finding(
                0,
                MODEL,
                ORDERS,
                kind,
                copyKey,
                "ann",
                "customerName",
                "\"Ann\"",
                "\"old\"",
                null,
                NOON.plusSeconds(60L * minute),
                NOON.plusSeconds(60L * minute));
    }

    private List<Finding> findings() {
        return state.findings().open(Optional.empty(), 0, 100);
    }

    /** The same thing found again keeps its first time. */
    @Test
    void refreshesAFinding() {
        state.findings().report(finding("stale", "o1", 0));
        state.findings().report(finding("stale", "o1", 5));
        state.findings().report(finding("missing", "o1", 5));
        state.findings().report(finding("stale", "o2", 5));

        assertThat(findings()).hasSize(3);
        assertThat(findings().get(0).firstSeen()).isEqualTo(NOON);
        assertThat(findings().get(0).lastSeen()).isEqualTo(NOON.plusSeconds(300));
        assertThat(state.findings().summary()).containsOnly(entry("order-customer.orders", new OpenFindings(3, NOON)));
    }

    /** A copy that was put right has no findings of any kind. */
    @Test
    void closesTheFindingsOfACopy() {
        state.findings().report(finding("stale", "o1", 0));
        state.findings().report(finding("missing", "o1", 0));
        state.findings().report(finding("stale", "o2", 1));

        assertThat(state.findings().close(MODEL, ORDERS, "o1", "fixed", NOON)).isEqualTo(2);
        assertThat(state.findings().close(MODEL, ORDERS, "o1", "fixed", NOON)).isZero();

        assertThat(findings()).extracting(Finding::copyKey).containsExactly("o2");
        assertThat(state.findings().open(Optional.of(OTHER), 0, 10)).isEmpty();
        state.findings().report(finding("stale", "o1", 9));
        assertThat(findings())
                .filteredOn(found -> found.copyKey().equals("o1"))
                .singleElement()
                .satisfies(found -> assertThat(found.firstSeen()).isEqualTo(NOON.plusSeconds(540)));
    }

    /** Only the newest measurement of a copy definition. */
    @Test
    void keepsTheNewestMeasurement() {
        Measurement first = new Measurement(MODEL, ORDERS, 100, 3, 0.006, 0.085, false, null, NOON);
        Measurement second = new Measurement(MODEL, ORDERS, 900, 0, 0.0, 0.004, true, NOON, NOON.plusSeconds(60));
        Measurement other = new Measurement(MODEL, LINES, 1, 0, 0.0, 0.975, false, null, NOON);
        state.findings().measured(first);
        state.findings().measured(second);
        state.findings().measured(other);

        assertThat(state.findings().measurements()).containsExactlyInAnyOrder(second, other);
    }

    /** A run is found, updated and listed, newest first. */
    @Test
    void keepsRuns() {
        Run first = state.runs().start(MODEL, "fill", NOON);
        Run second = state.runs().start(OTHER, "repair", NOON);
        Run done = new Run(
                first.id(), MODEL, "fill", "SUCCEEDED", 10, 3, 2, 1, "c", "{\"fixed\":2}", NOON, NOON.plusSeconds(9));

        state.runs().update(done);

        assertThat(first).isEqualTo(new Run(first.id(), MODEL, "fill", "RUNNING", 0, 0, 0, 0, null, null, NOON, null));
        assertThat(state.runs().find(first.id())).contains(done);
        assertThat(state.runs().list(Optional.empty(), 0, 10)).containsExactly(second, done);
        assertThat(state.runs().list(Optional.empty(), second.id(), 10)).containsExactly(done);
        assertThat(state.runs().list(Optional.of(OTHER), 0, 10)).containsExactly(second);
        assertThat(state.runs().find(second.id() + 100)).isEmpty();
    }
}
