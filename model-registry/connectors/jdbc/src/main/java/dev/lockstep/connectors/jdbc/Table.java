package dev.lockstep.connectors.jdbc;

import dev.lockstep.registry.Source;
import dev.lockstep.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table and its primary key, as the catalog has them.
 *
 * @param name which
 * @param key the columns of the primary key in its order, never empty
 */
record Table(TableName name, List<Column> key) {
    /** The primary key's columns, in order; a domain stands for its base type, since that is what its values are. */
    private static final String KEY = """
            SELECT a.attname, b.typname, format_type(b.oid, NULL) AS spelled
            FROM pg_index i
            CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
            JOIN pg_type t ON t.oid = a.atttypid
            JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
            WHERE i.indrelid = to_regclass(?) AND i.indisprimary
            ORDER BY k.place""";

    Table {
        key = List.copyOf(key);
    }

    /** A column of the primary key, its type's name and how the type is written in SQL. */
    record Column(String name, String type, String spelledType) {}

    /** Throws ACCESS_PATH_LOST when the table or its primary key is not there. */
    static Table load(Connection connection, TableName name) throws SQLException {
        List<Column> key = key(connection, name);
        if (key.isEmpty()) {
            throw new StoreException(
                    StoreException.Kind.ACCESS_PATH_LOST,
                    "Could not read " + name.sql() + ": there is no such table, or it has no primary key, so a read"
                            + " would scan. Restore the table, or add the key: ALTER TABLE " + name.sql()
                            + " ADD PRIMARY KEY (...).",
                    null);
        }
        return new Table(name, key);
    }

    static List<Column> key(Connection connection, TableName name) throws SQLException {
        return Database.query(
                connection, KEY, row -> new Column(row.getString(1), row.getString(2), row.getString(3)), name.sql());
    }

    /**
     * The columns of the key and those that a model watches, quoted, each with this in front. One that is not there
     * fails the statement: a renamed column is no missing value.
     */
    String columns(Source source, String prefix) {
        Set<String> columns = new LinkedHashSet<>();
        key.forEach(column -> columns.add(column.name()));
        source.watched().forEach(path -> columns.add(path.head()));
        return columns.stream().map(column -> prefix + TableName.quote(column)).collect(Collectors.joining(", "));
    }

    /** The key's columns, quoted, each with this in front. */
    String keyColumns(String prefix) {
        return key.stream()
                .map(column -> prefix + TableName.quote(column.name()))
                .collect(Collectors.joining(", "));
    }
}
