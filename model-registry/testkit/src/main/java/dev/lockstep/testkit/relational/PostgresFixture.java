package dev.lockstep.testkit.relational;

import dev.lockstep.change.RecordKey;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.contract.Ability;
import dev.lockstep.testkit.contract.ConnectorFixture;
import dev.lockstep.testkit.contract.IndexSpec;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A PostgreSQL database of its own, through plain JDBC. A collection is a table with a text key and a {@code jsonb}
 * column for every attribute that a record ever had, so that a column holds whatever a contract puts there.
 */
public final class PostgresFixture implements ConnectorFixture {
    private final Connector connector;
    private final Connection connection;
    private final Set<Ability> abilities;
    private final Runnable trim;
    private final Map<String, Set<String>> columns = new HashMap<>();
    private final List<String> afterCreate;

    /**
     * Opens the database.
     *
     * @param url its JDBC URL
     * @param connector the connector under test
     * @param abilities what it can do
     * @param afterCreate statements that follow the making of a table, {@code %s} stands for its quoted name
     * @param trim makes the database forget its history
     */
    public PostgresFixture(
            String url, Connector connector, Set<Ability> abilities, List<String> afterCreate, Runnable trim) {
        this.connector = connector;
        this.abilities = Set.copyOf(abilities);
        this.afterCreate = List.copyOf(afterCreate);
        this.trim = trim;
        try {
            this.connection = DriverManager.getConnection(url);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Connector connector() {
        return connector;
    }

    @Override
    public Set<Ability> abilities() {
        return abilities;
    }

    @Override
    public void create(String collection, IndexSpec... indexes) {
        run("CREATE TABLE " + quote(collection) + " (" + quote(keyAttribute()) + " text PRIMARY KEY)");
        columns.put(collection, new LinkedHashSet<>());
        for (String attribute : List.of("name", "profile", "visits", "address", "tier", "nested")) {
            column(collection, attribute);
        }
        afterCreate.forEach(sql -> run(String.format(sql, quote(collection))));
    }

    private void column(String collection, String attribute) {
        if (columns.getOrDefault(collection, Set.of()).contains(attribute)) {
            return;
        }
        run("ALTER TABLE " + quote(collection) + " ADD COLUMN " + quote(attribute) + " jsonb");
        columns.computeIfAbsent(collection, c -> new LinkedHashSet<>()).add(attribute);
    }

    @Override
    public void insert(String collection, Doc doc) {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        doc.entries().forEach((name, value) -> {
            names.add(quote(name));
            if (name.equals(keyAttribute())) {
                values.add(((Value.Text) value).value());
            } else {
                column(collection, name);
                values.add(json(value));
            }
        });
        String marks = doc.entries().keySet().stream()
                .map(name -> name.equals(keyAttribute()) ? "?" : "?::jsonb")
                .collect(Collectors.joining(", "));
        run(
                "INSERT INTO " + quote(collection) + " (" + String.join(", ", names) + ") VALUES (" + marks + ")",
                values.toArray(String[]::new));
    }

    @Override
    public void update(String collection, RecordKey key, Map<FieldPath, Value> set, Set<FieldPath> unset) {
        Map<String, String> byColumn = new HashMap<>();
        List<String> parameters = new ArrayList<>();
        set.forEach((path, value) -> {
            column(collection, path.head());
            String before = byColumn.getOrDefault(path.head(), "coalesce(" + quote(path.head()) + ", '{}')");
            byColumn.put(
                    path.head(),
                    path.segments().size() == 1
                            ? literal(json(value)) + "::jsonb"
                            : "jsonb_set(" + before + ", " + tail(path) + ", " + literal(json(value)) + "::jsonb)");
        });
        unset.forEach(path -> {
            String before = byColumn.getOrDefault(path.head(), quote(path.head()));
            byColumn.put(path.head(), path.segments().size() == 1 ? "NULL" : before + " #- " + tail(path));
        });
        String assignments = byColumn.entrySet().stream()
                .map(entry -> quote(entry.getKey()) + " = " + entry.getValue())
                .collect(Collectors.joining(", "));
        parameters.add(text(key));
        run(
                "UPDATE " + quote(collection) + " SET " + assignments + " WHERE " + quote(keyAttribute()) + " = ?",
                parameters.toArray(String[]::new));
    }

    private static String tail(FieldPath path) {
        return path.segments().stream()
                .skip(1)
                .map(PostgresFixture::literal)
                .collect(Collectors.joining(", ", "ARRAY[", "]"));
    }

    @Override
    public void replace(String collection, Doc doc) {
        Map<FieldPath, Value> set = new HashMap<>();
        doc.entries().forEach((name, value) -> {
            if (!name.equals(keyAttribute())) {
                set.put(FieldPath.of(name), value);
            }
        });
        Doc key = Doc.of(keyAttribute(), Objects.requireNonNull(doc.entries().get(keyAttribute())));
        update(collection, new RecordKey(key), set, Set.of());
    }

    @Override
    public void delete(String collection, RecordKey key) {
        run("DELETE FROM " + quote(collection) + " WHERE " + quote(keyAttribute()) + " = ?", text(key));
    }

    @Override
    public Optional<Doc> find(String collection, RecordKey key) {
        throw new UnsupportedOperationException("the store holds no copies");
    }

    @Override
    public void dropIndex(String collection, String index) {
        run("DROP INDEX " + quote(index));
    }

    @Override
    public void drop(String collection) {
        run("DROP TABLE " + quote(collection));
    }

    @Override
    public boolean trimHistory() {
        trim.run();
        return true;
    }

    /** What JSON can tell apart: whole numbers of 64 bits, decimals, and no dates or bytes. */
    @Override
    public List<Value> exactValues() {
        return List.of(
                Value.Null.NULL,
                Docs.value(true),
                Docs.value(7L),
                Docs.value(Long.MAX_VALUE),
                new Value.Decimal(new BigDecimal("7.0")),
                new Value.Decimal(new BigDecimal("0.1")),
                new Value.Decimal(new BigDecimal("12345678901234567890123456789012345678.90")),
                new Value.Decimal(new BigDecimal(BigInteger.TWO.pow(63))),
                Docs.value(""),
                Docs.value("Zubaida Ærø 木 𝄞"),
                Docs.items(),
                Docs.items(1L, "two", Docs.items(3L), Docs.doc("four", null)),
                Doc.empty(),
                Docs.doc("a", Docs.doc("b", Docs.items(1L))));
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(RecordKey key) {
        return ((Value.Text) key.attributes().entries().values().iterator().next()).value();
    }

    private void run(String sql, String... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(sql + " " + Arrays.toString(parameters), e);
        }
    }

    private static String quote(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String json(Value value) {
        if (value instanceof Value.Null) {
            return "null";
        } else if (value instanceof Value.Bool bool) {
            return String.valueOf(bool.value());
        } else if (value instanceof Value.Int32 number) {
            return String.valueOf(number.value());
        } else if (value instanceof Value.Int64 number) {
            return String.valueOf(number.value());
        } else if (value instanceof Value.Float64 number) {
            return String.valueOf(number.value());
        } else if (value instanceof Value.Decimal number) {
            return number.value().toPlainString();
        } else if (value instanceof Value.Text text) {
            return jsonText(text.value());
        } else if (value instanceof Value.Items items) {
            return items.values().stream().map(PostgresFixture::json).collect(Collectors.joining(",", "[", "]"));
        } else if (value instanceof Doc doc) {
            return doc.entries().entrySet().stream()
                    .map(entry -> jsonText(entry.getKey()) + ":" + json(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        throw new IllegalArgumentException("JSON has nothing for " + value);
    }

    private static String jsonText(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
