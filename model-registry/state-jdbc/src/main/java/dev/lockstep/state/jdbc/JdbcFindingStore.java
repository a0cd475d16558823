package dev.lockstep.state.jdbc;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.state.FindingStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Findings and measurements. */
final class JdbcFindingStore implements FindingStore {
    private final Database database;

    JdbcFindingStore(Database database) {
        this.database = database;
    }

    @Override
    public void report(Finding finding) {
        String hash = Text.hash(finding.model().value(), finding.copy().value(), finding.kind(), finding.copyKey());
        database.in("store a finding of " + finding.model() + "." + finding.copy(), sql -> {
            if (refresh(sql, finding, hash) == 0) {
                insert(sql, finding, hash);
            }
            return true;
        });
    }

    private static int refresh(JdbcClient sql, Finding finding, String hash) {
        return sql.sql("UPDATE lockstep_finding SET source_key = ?, field = ?, expected = ?, actual = ?, cause = ?,"
                        + " last_seen = ? WHERE open_hash = ?")
                .param(finding.sourceKey())
                .param(finding.field())
                .param(Text.readableOrNull(finding.expected()))
                .param(Text.readableOrNull(finding.actual()))
                .param(Text.readableOrNull(finding.cause()))
                .param(Text.column(finding.lastSeen()))
                .param(hash)
                .update();
    }

    private static void insert(JdbcClient sql, Finding finding, String hash) {
        sql.sql("INSERT INTO lockstep_finding (source_key, field, expected, actual, cause, last_seen, open_hash, model,"
                        + " copy_name, kind, copy_hash, copy_key, first_seen)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .param(finding.sourceKey())
                .param(finding.field())
                .param(Text.readableOrNull(finding.expected()))
                .param(Text.readableOrNull(finding.actual()))
                .param(Text.readableOrNull(finding.cause()))
                .param(Text.column(finding.lastSeen()))
                .param(hash)
                .param(finding.model().value())
                .param(finding.copy().value())
                .param(finding.kind())
                .param(copyHash(finding.model(), finding.copy(), finding.copyKey()))
                .param(finding.copyKey())
                .param(Text.column(finding.firstSeen()))
                .update();
    }

    private static String copyHash(ModelName model, CopyName copy, String copyKey) {
        return Text.hash(model.value(), copy.value(), copyKey);
    }

    @Override
    public int close(ModelName model, CopyName copy, String copyKey, String how, Instant at) {
        return database.in(
                "close findings of " + model + "." + copy,
                sql -> sql.sql("UPDATE lockstep_finding SET closed_at = ?, closed_how = ?, open_hash = NULL"
                                + " WHERE copy_hash = ? AND closed_at IS NULL")
                        .params(Text.column(at), how, copyHash(model, copy, copyKey))
                        .update());
    }

    @Override
    public List<Finding> open(Optional<ModelName> model, long after, int limit) {
        return database.in(
                "read the findings",
                sql -> sql.sql("SELECT * FROM lockstep_finding WHERE closed_at IS NULL AND id > :after"
                                + (model.isPresent() ? " AND model = :model" : "")
                                + " ORDER BY id FETCH FIRST :limit ROWS ONLY")
                        .param("after", after)
                        .param("limit", limit)
                        .param("model", model.map(ModelName::value).orElse(""))
                        .query(JdbcFindingStore::read)
                        .list());
    }

    private static Finding read(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new Finding(
                row.number("id"),
                row.model(),
                row.copy(),
                row.text("kind"),
                row.text("copy_key"),
                row.textOrNull("source_key"),
                row.textOrNull("field"),
                row.textOrNull("expected"),
                row.textOrNull("actual"),
                row.textOrNull("cause"),
                row.time("first_seen"),
                row.time("last_seen"));
    }

    @Override
    public Map<String, OpenFindings> summary() {
        return database.in("count the findings", sql -> {
            Map<String, OpenFindings> summary = new HashMap<>();
            sql.sql("SELECT model, copy_name, COUNT(*) AS findings, MIN(first_seen) AS oldest FROM lockstep_finding"
                            + " WHERE closed_at IS NULL GROUP BY model, copy_name")
                    .query(set -> {
                        Row row = new Row(set);
                        summary.put(
                                row.model() + "." + row.copy(),
                                new OpenFindings(row.number("findings"), row.time("oldest")));
                    });
            return summary;
        });
    }

    @Override
    public void measured(Measurement measurement) {
        database.in("store a measurement of " + measurement.model() + "." + measurement.copy(), sql -> {
            sql.sql("DELETE FROM lockstep_measurement WHERE model = ? AND copy_name = ? AND measured_at <= ?")
                    .param(measurement.model().value())
                    .param(measurement.copy().value())
                    .param(Text.column(measurement.at()))
                    .update();
            if (!hasNewer(sql, measurement)) {
                insert(sql, measurement);
            }
            return true;
        });
    }

    private static boolean hasNewer(JdbcClient sql, Measurement measurement) {
        return sql.sql("SELECT COUNT(*) FROM lockstep_measurement WHERE model = ? AND copy_name = ?")
                        .params(measurement.model().value(), measurement.copy().value())
                        .query(Long.class)
                        .single()
                > 0;
    }

    private static void insert(JdbcClient sql, Measurement measurement) {
        sql.sql("INSERT INTO lockstep_measurement (model, copy_name, compared, wrong, low_share, high_share, whole,"
                        + " verified_through, measured_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .param(measurement.model().value())
                .param(measurement.copy().value())
                .param(measurement.compared())
                .param(measurement.wrong())
                .param(measurement.low())
                .param(measurement.high())
                .param(measurement.full())
                .param(Text.columnOrNull(measurement.verifiedThrough()))
                .param(Text.column(measurement.at()))
                .update();
    }

    @Override
    public List<Measurement> measurements() {
        return database.in(
                "read the measurements",
                sql -> sql.sql("SELECT * FROM lockstep_measurement ORDER BY model, copy_name")
                        .query(JdbcFindingStore::readMeasurement)
                        .list());
    }

    private static Measurement readMeasurement(ResultSet set, int index) throws SQLException {
        Row row = new Row(set);
        return new Measurement(
                row.model(),
                row.copy(),
                row.number("compared"),
                row.number("wrong"),
                set.getDouble("low_share"),
                set.getDouble("high_share"),
                set.getBoolean("whole"),
                row.timeOrNull("verified_through"),
                row.time("measured_at"));
    }
}
