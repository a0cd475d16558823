package dev.lockstep.state.jdbc;

import java.util.List;

/** The tables of the state store. */
final class Tables {
    private static final List<String> TABLES = List.of(
            "model",
            "revision",
            "audit",
            "checkpoint",
            "lease",
            "dead_letter",
            "gap",
            "finding",
            "measurement",
            "waiting_key",
            "delete",
            "delete_budget",
            "task",
            "switch",
            "run_part",
            "run_wrong",
            "run");

    private Tables() {}

    /** The statements that empty all of them. */
    static List<String> emptied() {
        return TABLES.stream().map(table -> "DELETE FROM lockstep_" + table).toList();
    }
}
