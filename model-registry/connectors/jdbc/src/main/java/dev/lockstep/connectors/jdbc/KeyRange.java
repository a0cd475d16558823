package dev.lockstep.connectors.jdbc;

import dev.lockstep.registry.Source;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a table in the order of its primary key, from one key up to another. Keys are kept as texts, so that a walk
 * goes on after a restart, and in the column's own order, so that nothing is met twice or left out.
 *
 * @param from the first key of the part, empty for the beginning
 * @param to the first key after it, empty for the end
 */
record KeyRange(List<String> from, List<String> to) {
    /** Tables up to here are split by all their keys, larger ones by a sample of their pages. */
    private static final long COUNTED = 200_000;

    private static final long SAMPLED = 20_000;

    static KeyRange parse(Segment segment) {
        String[] ends = segment.token().split("/", 2);
        return new KeyRange(decode(ends[0]), decode(ends[1]));
    }

    static List<Segment> split(Connection connection, Table table, int wanted) throws SQLException {
        List<List<String>> boundaries = wanted < 2 ? List.of() : boundaries(connection, table, wanted);
        List<Segment> segments = new ArrayList<>();
        List<String> from = List.of();
        for (List<String> boundary : boundaries) {
            segments.add(new KeyRange(from, boundary).segment());
            from = boundary;
        }
        segments.add(new KeyRange(from, List.of()).segment());
        return segments;
    }

    /** The first keys of all parts but the first. */
    private static List<List<String>> boundaries(Connection connection, Table table, int wanted) throws SQLException {
        double rows = Database.query(
                        connection,
                        "SELECT reltuples FROM pg_class WHERE oid = to_regclass(?)",
                        row -> row.getDouble(1),
                        table.name().sql())
                .get(0);
        String sample = rows > COUNTED ? " TABLESAMPLE SYSTEM (" + Math.max(0.001, 100.0 * SAMPLED / rows) + ")" : "";
        String keys = table.keyColumns("");
        String texts = table.key().stream()
                .map(column -> "CAST(" + TableName.quote(column.name()) + " AS text)")
                .collect(Collectors.joining(", "));
        String sql = "SELECT " + texts + " FROM (SELECT DISTINCT ON (part) part, " + keys + " FROM (SELECT " + keys
                + ", ntile(?) OVER (ORDER BY " + keys + ") AS part FROM "
                + table.name().sql() + sample
                + ") AS parts ORDER BY part, " + keys + ") AS firsts WHERE part > 1 ORDER BY part";
        int width = table.key().size();
        return Database.query(
                connection,
                sql,
                row -> {
                    List<String> key = new ArrayList<>();
                    for (int i = 1; i <= width; i++) {
                        key.add(row.getString(i));
                    }
                    return key;
                },
                wanted);
    }

    private Segment segment() {
        return new Segment(encode(from) + "/" + encode(to));
    }

    static Cursor cursorAfter(Table table, Doc record) {
        return new Cursor(encode(table.key().stream()
                .map(column -> {
                    Value value = record.get(FieldPath.of(column.name()));
                    String text = value == null ? null : KeyTypes.text(value, column.type());
                    return text == null ? String.valueOf(value) : text;
                })
                .toList()));
    }

    /** The next rows of this part. */
    PreparedStatement statement(Connection connection, Table table, Source source, @Nullable Cursor after, int limit)
            throws SQLException {
        List<String> begin = after == null ? from : decode(after.token());
        List<String> conditions = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        if (!begin.isEmpty()) {
            conditions.add(condition(table, after == null ? ">=" : ">"));
            parameters.addAll(begin);
        }
        if (!to.isEmpty()) {
            conditions.add(condition(table, "<"));
            parameters.addAll(to);
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        PreparedStatement statement = connection.prepareStatement("SELECT " + table.columns(source, "") + " FROM "
                + table.name().sql() + where + " ORDER BY " + table.keyColumns("") + " LIMIT " + limit);
        for (int i = 0; i < parameters.size(); i++) {
            statement.setString(i + 1, parameters.get(i));
        }
        return statement;
    }

    private static String condition(Table table, String operator) {
        String values = IntStream.range(0, table.key().size())
                .mapToObj(i -> "CAST(CAST(? AS text) AS " + table.key().get(i).spelledType() + ")")
                .collect(Collectors.joining(", "));
        return "(" + table.keyColumns("") + ") " + operator + " (" + values + ")";
    }

    /** Each text in Base64 with a mark in front, so that an empty text stays apart from no text. */
    private static String encode(List<String> texts) {
        return texts.stream()
                .map(text -> "." + Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                .collect(Collectors.joining());
    }

    private static List<String> decode(String token) {
        return Arrays.stream(token.split("\\.", -1))
                .skip(1)
                .map(part -> new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8))
                .toList();
    }
}
