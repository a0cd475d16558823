package dev.lockstep.state.jdbc;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an error of the database means for the transaction that met it. */
enum Failure {
    /** Another transaction was faster or in the way: the same transaction will succeed when tried again. */
    CONCURRENT,
    /** The connection is gone, and with it the transaction; a new connection may work. */
    DISCONNECTED,
    /** User or password are wrong. */
    REFUSED,
    /** The file cannot be read as a database of this release. */
    DAMAGED,
    /** Anything else. */
    OTHER;

    /**
     * 23505 unique, 40001 and 40P01 deadlock or serialization; H2: 50200 lock timeout, 90131 concurrent update;
     * PostgreSQL: 55P03 lock timeout.
     */
    private static final Set<String> CONCURRENT_STATES = Set.of("23505", "40001", "40P01", "HYT00", "90131", "55P03");

    /**
     * H2: connection broken, database closed, being closed (two), object closed, lock file being taken over;
     * PostgreSQL: 57P01 to 57P03 shutdown, 25P03 ended because it was idle in a transaction.
     */
    private static final Set<String> DISCONNECTED_STATES =
            Set.of("90067", "90098", "90121", "90135", "90007", "90020", "57P01", "57P02", "57P03", "25P03");

    private static final Set<String> REFUSED_STATES = Set.of("28000", "28P01");

    /** H2: file corrupted, file of another version, i/o error. */
    private static final Set<String> DAMAGED_STATES = Set.of("90030", "90048", "90028", "90031");

    static Failure of(@Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException error && error.getSQLState() != null) {
                return ofState(error.getSQLState());
            }
        }
        return OTHER;
    }

    private static Failure ofState(String state) {
        if (CONCURRENT_STATES.contains(state)) {
            return CONCURRENT;
        }
        if (DISCONNECTED_STATES.contains(state) || state.startsWith("08")) {
            return DISCONNECTED;
        }
        if (REFUSED_STATES.contains(state)) {
            return REFUSED;
        }
        return DAMAGED_STATES.contains(state) ? DAMAGED : OTHER;
    }
}
