package dev.lockstep.fanout.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code mvn -Pbench -Dbench=correctness}; {@code -Dbench.seed=N} for another workload. */
class CorrectnessBench {
    private final long seed = Long.getLong("bench.seed", 7L);
    private final int episodes = Integer.getInteger("bench.episodes", Reports.quick() ? 6 : 40);
    private final int changes = Integer.getInteger("bench.changes", 150);

    @Test
    void comparesWaysToKeepCopiesRight() {
        assumeThat(Reports.wanted("correctness")).isTrue();
        Reports.quiet();
        List<Correctness.Row> rows = new Correctness(seed, episodes, changes).run();
        List<Map<String, Object>> table = new ArrayList<>();
        for (Correctness.Row row : rows) {
            Map<String, Object> cells = new LinkedHashMap<>();
            cells.put("way", row.who());
            cells.put("index", row.laggingIndex() ? "lagging" : "consistent");
            cells.put("copies stale at rest", row.verdict().stale());
            cells.put("backwards steps", row.verdict().backwards());
            cells.put("changes lost", row.verdict().lost());
            cells.put("shown older than a check", row.verdict().behindACheck());
            cells.put("copy writes", row.verdict().copyWrites());
            table.add(cells);
        }
        Reports.write(
                "correctness",
                "One seeded faulty workload, " + episodes + " episodes of " + changes + " changes, "
                        + FaultyWorld.ORDERS + " copies and more, seed " + seed + " (in-memory store)",
                Map.of("seed", seed, "episodes", episodes, "changesPerEpisode", changes),
                table);
        assertThat(rows)
                .filteredOn(row -> row.who().equals("Lockstep"))
                .hasSize(2)
                .allSatisfy(row -> {
                    assertThat(row.verdict().stale()).isZero();
                    assertThat(row.verdict().backwards()).isZero();
                    assertThat(row.verdict().lost()).isZero();
                });
    }
}
