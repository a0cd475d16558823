package dev.lockstep.connectors.jdbc;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.Source;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.value.FieldPath;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Looks at tables, keys, rights and what a stream needs, before anything is written. */
final class PostgresInspector implements SchemaInspector {
    private static final String TABLE =
            "SELECT relkind, relpersistence, has_table_privilege(oid, 'SELECT'), row_security_active(oid)"
                    + " FROM pg_class WHERE oid = to_regclass(?)";

    private final Database database;

    PostgresInspector(Database database) {
        this.database = database;
    }

    @Override
    public List<Problem> inspectSource(Model model) {
        return database.call("inspect the source of model " + model.name(), connection -> {
            List<Problem> problems = new ArrayList<>();
            Source source = model.source();
            TableName name =
                    TableName.of(source.at().collection(), database.settings().schema());
            if (tableProblems(connection, name, problems)) {
                keyProblems(connection, source, name, problems);
                columnProblems(connection, model, name, problems);
                if (!model.streamed().isEmpty()) {
                    new StreamInspection(database.settings(), connection, name).run(problems);
                }
            }
            return problems;
        });
    }

    /** What the catalog says of a table. */
    private record Facts(String kind, String persistence, boolean readable, boolean rowsHidden) {}

    /** False when there is no table to look at further. */
    private static boolean tableProblems(Connection connection, TableName name, List<Problem> problems)
            throws SQLException {
        List<Facts> found = Database.query(
                connection,
                TABLE,
                row -> new Facts(row.getString(1), row.getString(2), row.getBoolean(3), row.getBoolean(4)),
                name.sql());
        if (found.isEmpty()) {
            problems.add(Problem.error(
                    "source.collection",
                    "table-missing",
                    "There is no table " + name.sql() + ", or the user may not see its schema.",
                    "Create the table, or: GRANT USAGE ON SCHEMA " + TableName.quote(name.schema()) + " TO "
                            + user(connection)));
            return false;
        }
        Facts facts = found.get(0);
        if (!facts.kind().equals("r") && !facts.kind().equals("p")) {
            problems.add(Problem.error(
                    "source.collection",
                    "not-a-table",
                    name.sql() + " is not a table: a view or a foreign table has no changes of its own.",
                    "Name the table that holds the rows."));
            return false;
        }
        if (!facts.persistence().equals("p")) {
            problems.add(Problem.error(
                    "source.collection",
                    "table-not-logged",
                    name.sql() + " is unlogged or temporary: its changes are in no log, so no stream can tell them.",
                    "ALTER TABLE " + name.sql() + " SET LOGGED"));
        }
        if (!facts.readable()) {
            problems.add(Problem.error(
                    "source.collection",
                    "right-missing",
                    "The user may not read " + name.sql() + ".",
                    "GRANT SELECT ON " + name.sql() + " TO " + user(connection)));
        }
        if (facts.rowsHidden()) {
            problems.add(Problem.error(
                    "source.collection",
                    "row-security",
                    "Row security hides rows of " + name.sql() + " from the user: a hidden row would be taken for a"
                            + " deleted one.",
                    "ALTER ROLE " + user(connection) + " BYPASSRLS"));
        }
        return true;
    }

    private static void keyProblems(Connection connection, Source source, TableName name, List<Problem> problems)
            throws SQLException {
        List<Table.Column> key = Table.key(connection, name);
        Set<String> wanted = source.key().attributes().stream()
                .map(FieldPath::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        if (key.isEmpty()) {
            problems.add(Problem.error(
                    "source.key",
                    "primary-key-missing",
                    name.sql() + " has no primary key: a read of a source would scan, and the stream would not tell"
                            + " which row was deleted.",
                    "ALTER TABLE " + name.sql() + " ADD PRIMARY KEY ("
                            + wanted.stream().map(TableName::quote).collect(Collectors.joining(", ")) + ")"));
            return;
        }
        Set<String> columns = key.stream().map(Table.Column::name).collect(Collectors.toCollection(TreeSet::new));
        if (!columns.equals(wanted)) {
            problems.add(Problem.error(
                    "source.key",
                    "source-key-not-primary",
                    "The source key " + wanted + " is not the primary key of " + name.sql() + ", which is " + columns
                            + ". A key by another unique index is not available on this store yet.",
                    "Name the primary key's columns: source.key must have " + columns));
        }
        for (Table.Column column : key) {
            if (!KeyTypes.ALLOWED.contains(column.type())) {
                problems.add(Problem.error(
                        "source.key",
                        "key-type",
                        "The key column " + column.name() + " is of type " + column.spelledType()
                                + ", whose values can be written in several ways, so that a pointer may never match.",
                        "Use a key of one of these types: " + KeyTypes.ALLOWED));
            }
        }
    }

    /** Columns that a model reads and the table does not have: the field would be missing in every copy. */
    private static void columnProblems(Connection connection, Model model, TableName name, List<Problem> problems)
            throws SQLException {
        Set<String> columns = new TreeSet<>(Database.query(
                connection,
                "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped",
                row -> row.getString(1),
                name.sql()));
        Set<String> missing = model.watchedSourcePaths().stream()
                .map(FieldPath::head)
                .filter(column -> !columns.contains(column))
                .collect(Collectors.toCollection(TreeSet::new));
        for (String column : missing) {
            problems.add(Problem.error(
                    "source",
                    "column-missing",
                    name.sql() + " has no column " + column + "; it has " + columns
                            + ". Correct the name, or add the column with its type.",
                    "ALTER TABLE " + name.sql() + " ADD COLUMN " + TableName.quote(column) + " text"));
        }
    }

    static String user(Connection connection) throws SQLException {
        return TableName.quote(ServerFacts.text(connection, "SELECT current_user"));
    }

    @Override
    public AccessPath inspectCopy(CopyDefinition definition) {
        return new AccessPath(
                "none",
                List.of(Problem.error(
                        "copies[" + definition.model().copies().indexOf(definition.copy()) + "].store",
                        "copies-not-available",
                        "Copies in PostgreSQL are not available on this store yet; it can be a source.",
                        "Keep the copies in a store that can hold them, such as MongoDB.")));
    }

    @Override
    public List<String> indexesFor(CopyDefinition definition) {
        return List.of();
    }

    /** Copies live elsewhere, so only the sources can be counted here, as the planner estimates them. */
    @Override
    public Sizes sizes(CopyDefinition definition, Source source) {
        TableName name =
                TableName.of(source.at().collection(), database.settings().schema());
        double rows = database.call(
                "estimate the size of " + source.at(),
                connection -> Database.query(
                                connection,
                                "SELECT reltuples FROM pg_class WHERE oid = to_regclass(?)",
                                row -> row.getDouble(1),
                                name.sql())
                        .stream()
                        .findFirst()
                        .orElse(-1.0));
        return new Sizes(
                rows < 0 ? OptionalLong.empty() : OptionalLong.of((long) rows),
                OptionalLong.empty(),
                Map.of(),
                Map.of());
    }
}
