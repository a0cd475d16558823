package dev.lockstep.state.jdbc;

import java.time.Duration;
import java.time.Instant;

/** Forgets what is over for long enough. What is open, and every revision, is kept. */
final class Retention {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Duration QUARTER = Duration.ofDays(90);
    private static final Duration TWO_YEARS = Duration.ofDays(730);

    private final Database database;

    Retention(Database database) {
        this.database = database;
    }

    int prune(Instant now) {
        return delete("lockstep_finding", "closed_at", now.minus(MONTH))
                + delete("lockstep_dead_letter", "closed_at", now.minus(MONTH))
                + delete("lockstep_run", "ended_at", now.minus(QUARTER))
                + withoutRun("lockstep_run_part")
                + withoutRun("lockstep_run_wrong")
                + delete("lockstep_gap", "closed_at", now.minus(TWO_YEARS))
                + delete("lockstep_audit", "happened_at", now.minus(TWO_YEARS));
    }

    private int withoutRun(String table) {
        return database.in(
                "remove old rows of " + table,
                sql -> sql.sql("DELETE FROM " + table + " WHERE run_id NOT IN (SELECT id FROM lockstep_run)")
                        .update());
    }

    private int delete(String table, String column, Instant before) {
        return database.in(
                "remove old rows of " + table,
                sql -> sql.sql("DELETE FROM " + table + " WHERE " + column + " < ?")
                        .param(Text.column(before))
                        .update());
    }
}
