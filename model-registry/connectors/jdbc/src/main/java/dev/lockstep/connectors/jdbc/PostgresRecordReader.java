package dev.lockstep.connectors.jdbc;

import dev.lockstep.change.Position;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Strong reads of sources: by primary key, on the primary server, each statement in its own snapshot. A position
 * reaches nobody before its transaction is visible to such snapshots (rule R10), so that a read only has to make sure
 * that it talks to the server whose log the position is from.
 */
final class PostgresRecordReader implements RecordReader {
    private final Database database;

    PostgresRecordReader(Database database) {
        this.database = database;
    }

    @Override
    public Map<SourceKey, Doc> read(Source source, Collection<SourceKey> keys, Optional<Position> notBefore) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        Set<SourceKey> wanted = new HashSet<>(keys);
        return database.call("read sources from " + source.at(), connection -> {
            if (notBefore.isPresent()) {
                LogPosition.requireReached(connection, notBefore.get());
            }
            Table table = Table.load(connection, name(source));
            Map<SourceKey, Doc> found = new HashMap<>();
            for (Doc record : select(connection, source, table, keyTexts(source, table, wanted))) {
                source.key().match(record).filter(wanted::contains).ifPresent(key -> found.put(key, record));
            }
            return found;
        });
    }

    /** One list of texts per key column; keys that no row can have are left out. */
    private static List<List<String>> keyTexts(Source source, Table table, Set<SourceKey> keys) {
        List<List<String>> columns = table.key().stream()
                .map(column -> (List<String>) new ArrayList<String>())
                .toList();
        for (SourceKey key : keys) {
            Map<FieldPath, Value> values = source.key().render(key);
            List<String> texts = new ArrayList<>();
            for (Table.Column column : table.key()) {
                Value value = values.get(FieldPath.of(column.name()));
                String text = value == null ? null : KeyTypes.text(value, column.type());
                if (text != null) {
                    texts.add(text);
                }
            }
            if (texts.size() == columns.size()) {
                for (int i = 0; i < texts.size(); i++) {
                    columns.get(i).add(texts.get(i));
                }
            }
        }
        return columns;
    }

    private static List<Doc> select(Connection connection, Source source, Table table, List<List<String>> keys)
            throws SQLException {
        if (keys.get(0).isEmpty()) {
            return List.of();
        }
        String arrays = table.key().stream()
                .map(column -> "CAST(CAST(? AS text[]) AS " + column.spelledType() + "[])")
                .collect(Collectors.joining(", "));
        String sql = "SELECT " + table.columns(source, "t.") + " FROM unnest(" + arrays + ") AS k("
                + table.keyColumns("") + ") JOIN " + table.name().sql() + " AS t USING (" + table.keyColumns("") + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < keys.size(); i++) {
                Array texts = connection.createArrayOf("text", keys.get(i).toArray());
                statement.setArray(i + 1, texts);
            }
            return records(statement);
        }
    }

    private static List<Doc> records(PreparedStatement statement) throws SQLException {
        List<Doc> records = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                records.add(TypeMapping.record(result));
            }
        }
        return records;
    }

    @Override
    public List<Segment> segments(Source source, int wanted) {
        return database.call(
                "split " + source.at() + " for a scan",
                connection -> KeyRange.split(connection, Table.load(connection, name(source)), wanted));
    }

    @Override
    public Page scan(Source source, Segment segment, @Nullable Cursor after, int limit) {
        KeyRange range = KeyRange.parse(segment);
        return database.call("scan " + source.at(), connection -> {
            Table table = Table.load(connection, name(source));
            List<Doc> records;
            try (PreparedStatement statement = range.statement(connection, table, source, after, limit)) {
                records = records(statement);
            }
            return new Page(
                    records,
                    records.size() < limit
                            ? Optional.empty()
                            : Optional.of(KeyRange.cursorAfter(table, records.get(records.size() - 1))));
        });
    }

    private TableName name(Source source) {
        return TableName.of(source.at().collection(), database.settings().schema());
    }
}
