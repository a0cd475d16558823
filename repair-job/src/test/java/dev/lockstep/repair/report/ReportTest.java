package dev.lockstep.repair.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.FieldDifference;
import dev.lockstep.drift.Tally;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelState;
import dev.lockstep.repair.command.CommandLine;
import dev.lockstep.repair.command.ExitCode;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Instant BEGUN = Instant.parse("2026-06-01T10:00:00Z");

    private final ActiveModel active = new ActiveModel(Models.orderCustomer(), 2, new Epoch(9), ModelState.UNVERIFIED);
    private final CopyDefinition orders = active.model().definitions().get(0);

    private JobReport job(String mode, CopyReport copy) {
        ModelReport model =
                new ModelReport(active, OptionalLong.of(17), List.of(copy), Optional.empty(), List.of("A note."));
        return new JobReport(
                CommandLine.parse(mode, "--all").command().orElseThrow(),
                BEGUN,
                Duration.ofMillis(2_500),
                List.of(model),
                List.of(),
                List.of());
    }

    private CopyReport copy(long fixed, boolean awaiting, Map<String, Long> left) {
        Drift drift = new Drift(
                new RecordKey(Doc.of("_id", new Value.Text("o1"))),
                Optional.of(Models.key("customerId", "c1")),
                DriftKind.STALE,
                List.of(new FieldDifference(
                        FieldPath.of("customerName"), new Value.Text("Zubaida"), new Value.Text("Zoe"))),
                "the source changed",
                false,
                BEGUN,
                BEGUN);
        return new CopyReport(
                orders,
                new Tally(2_010, 1_999, 3, 1, 0, 4, 2, 4, 0),
                Map.of(DriftKind.STALE, 1L),
                List.of(drift),
                0,
                fixed,
                0,
                left,
                awaiting,
                100,
                Resumed.NOTHING,
                Duration.ofSeconds(2));
    }

    @Test
    void aPersonReadsWhatWasFoundAndWhatIsNext() {
        assertThat(TextReport.of(job("check", copy(0, false, Map.of())))).isEqualTo("""
                        check  2026-06-01T10:00:00Z  took 2.5 s

                        order-customer  (revision 2, run 17)
                          orders         shop/orders, strategy stream
                            scanned      2,010 in 2.0 s (1,005 per second)
                            compared     2,000; not compared: 4 outside where, 2 without a pointer, 4 kept moving; 3 only lagged
                            drift        1 (0.0500 %): 1 stale
                            stale      {"_id":"o1"}  (the source changed)
                                       customerName: is "Zoe", source says "Zubaida"
                          A note.

                        Result: 1 copies have drifted.
                        Next:   repair with the same options puts them right; dry-run shows what it would write.
                        """);
    }

    @Test
    void theExitCodeFollowsFromWhatIsWrongNow() {
        assertThat(job("repair", copy(1, false, Map.of())).exitCode()).isEqualTo(ExitCode.CLEAN);
        assertThat(job("repair", copy(0, false, Map.of("why", 1L))).exitCode()).isEqualTo(ExitCode.DRIFT);
        assertThat(job("repair", copy(0, true, Map.of())).exitCode()).isEqualTo(ExitCode.AWAITING_CONFIRMATION);
    }

    @Test
    void aScriptReadsTheSameAndTheSummaryHoldsNoValues() {
        String json = JsonReport.of(job("check", copy(0, false, Map.of())));
        assertThat(json).contains("\"exitCode\" : 2", "\"stale\" : 1", "\"copyKey\" : {", "\"expected\" : \"Zubaida\"");
        ModelReport model = job("check", copy(0, false, Map.of())).models().get(0);
        assertThat(JsonReport.summary(model)).contains("\"drifted\":1").doesNotContain("Zubaida");
    }
}
