package dev.lockstep.connectors.jdbc;

import dev.lockstep.registry.Problem;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What a stream of a table's changes needs: the log's level, rights, the slot, the publication, the old row's key. */
final class StreamInspection {
    private static final String PATH = "source.store";

    private final PostgresSettings settings;
    private final Connection connection;
    private final TableName table;

    StreamInspection(PostgresSettings settings, Connection connection, TableName table) {
        this.settings = settings;
        this.connection = connection;
        this.table = table;
    }

    void run(List<Problem> problems) throws SQLException {
        if (ServerFacts.major(connection) < ServerFacts.OLDEST) {
            problems.add(Problem.error(
                    PATH,
                    "version",
                    "PostgreSQL " + ServerFacts.text(connection, "SELECT current_setting('server_version')")
                            + " is older than what is supported.",
                    "Use PostgreSQL " + ServerFacts.OLDEST + " or newer."));
        }
        String level = ServerFacts.text(connection, "SELECT current_setting('wal_level')");
        if (!level.equals("logical")) {
            problems.add(Problem.error(
                    PATH,
                    "wal-level",
                    "wal_level is " + level + ": the log does not hold what a stream of changes needs.",
                    "ALTER SYSTEM SET wal_level = 'logical'; then restart PostgreSQL"));
        }
        if (!ServerFacts.mayReplicate(connection)) {
            problems.add(Problem.error(
                    PATH,
                    "right-missing",
                    "The user may not read the replication stream.",
                    "ALTER ROLE " + PostgresInspector.user(connection) + " REPLICATION"));
        }
        slot(problems);
        publication(problems);
        replicaIdentity(problems);
    }

    private void slot(List<Problem> problems) throws SQLException {
        boolean there = flag("SELECT EXISTS (SELECT 1 FROM pg_replication_slots WHERE slot_name = ?)", settings.slot());
        boolean free =
                flag("SELECT count(*) < current_setting('max_replication_slots')::int FROM pg_replication_slots");
        if (!there && !free) {
            problems.add(Problem.error(
                    PATH,
                    "no-free-slot",
                    "All replication slots are in use, and " + settings.slot() + " is not one of them.",
                    "ALTER SYSTEM SET max_replication_slots = <more>; then restart PostgreSQL"));
        }
    }

    private void publication(List<Problem> problems) throws SQLException {
        String name = TableName.quote(settings.publication());
        if (!flag("SELECT EXISTS (SELECT 1 FROM pg_publication WHERE pubname = ?)", settings.publication())) {
            if (!ownsTable() || !flag("SELECT has_database_privilege(current_database(), 'CREATE')")) {
                problems.add(Problem.error(
                        PATH,
                        "publication-missing",
                        "There is no publication " + name + ", and the user may not make it.",
                        "CREATE PUBLICATION " + name + " FOR TABLE " + table.sql()));
            }
            return;
        }
        if (!flag(
                "SELECT pubinsert AND pubupdate AND pubdelete AND pubtruncate FROM pg_publication WHERE pubname = ?",
                settings.publication())) {
            problems.add(Problem.error(
                    PATH,
                    "publication-partial",
                    "The publication " + name + " leaves out some kinds of changes.",
                    "ALTER PUBLICATION " + name + " SET (publish = 'insert, update, delete, truncate')"));
        }
        boolean has = flag(
                "SELECT EXISTS (SELECT 1 FROM pg_publication_tables WHERE pubname = ? AND schemaname = ? AND tablename = ?)",
                settings.publication(),
                table.schema(),
                table.table());
        boolean mayAdd = ownsTable()
                && flag(
                        "SELECT pg_has_role(pubowner, 'MEMBER') FROM pg_publication WHERE pubname = ?",
                        settings.publication());
        if (!has && !mayAdd) {
            problems.add(Problem.error(
                    PATH,
                    "publication-without-table",
                    "The publication " + name + " does not have " + table.sql() + ", and the user may not add it.",
                    "ALTER PUBLICATION " + name + " ADD TABLE " + table.sql()));
        }
        if (has && ServerFacts.major(connection) >= 15) {
            rowFilter(name, problems);
        }
    }

    private void rowFilter(String name, List<Problem> problems) throws SQLException {
        if (flag(
                "SELECT rowfilter IS NOT NULL FROM pg_publication_tables WHERE pubname = ? AND schemaname = ? AND tablename = ?",
                settings.publication(),
                table.schema(),
                table.table())) {
            problems.add(Problem.error(
                    PATH,
                    "publication-filtered",
                    "The publication " + name + " tells only of some rows of " + table.sql() + ".",
                    "ALTER PUBLICATION " + name + " SET TABLE " + table.sql()));
        }
    }

    private boolean ownsTable() throws SQLException {
        return flag("SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class WHERE oid = to_regclass(?)", table.sql());
    }

    private void replicaIdentity(List<Problem> problems) throws SQLException {
        String identity = ServerFacts.text(
                connection, "SELECT relreplident FROM pg_class WHERE oid = to_regclass(?)", table.sql());
        if (identity.equals("n") || identity.equals("i")) {
            problems.add(Problem.error(
                    "source.collection",
                    "replica-identity",
                    table.sql() + " has REPLICA IDENTITY " + (identity.equals("n") ? "NOTHING" : "USING INDEX")
                            + ": the stream would not tell the primary key of a deleted row.",
                    "ALTER TABLE " + table.sql() + " REPLICA IDENTITY DEFAULT"));
        } else if (identity.equals("d")) {
            problems.add(Problem.warning(
                    "source.collection",
                    "replica-identity-default",
                    table.sql() + " has REPLICA IDENTITY DEFAULT: the stream does not tell which columns an update"
                            + " changed, so that every update of a row costs a read and a write of its copies.",
                    "Where other columns change often: ALTER TABLE " + table.sql()
                            + " REPLICA IDENTITY FULL (the old row goes into the log)"));
        }
    }

    private boolean flag(String sql, Object... parameters) throws SQLException {
        return Database.query(connection, sql, row -> row.getBoolean(1), parameters).stream()
                .anyMatch(Boolean::booleanValue);
    }
}
