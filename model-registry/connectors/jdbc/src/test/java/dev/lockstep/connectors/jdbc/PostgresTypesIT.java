package dev.lockstep.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** P5: what each type of column becomes. The table in docs/postgresql.md is made of the same rows. */
class PostgresTypesIT {
    private static final Path DOCUMENT = Path.of("docs", "postgresql.md");
    private static final String BEGIN = "<!-- types: held by PostgresTypesIT -->";
    private static final String END = "<!-- end of types -->";

    /** A type, a literal of it, and the value that it is. */
    private record Row(String type, String literal, Value value) {}

    private static final List<Row> ROWS = List.of(
            new Row("boolean", "true", Docs.value(true)),
            new Row("smallint", "-32768", Docs.value(-32768)),
            new Row("integer", "2147483647", Docs.value(2147483647)),
            new Row("bigint", "9223372036854775807", Docs.value(Long.MAX_VALUE)),
            new Row("real", "0.1", new Value.Float64(0.1f)),
            new Row("double precision", "0.1", Docs.value(0.1)),
            new Row("double precision", "'-0'", Docs.value(-0.0)),
            new Row("double precision", "'NaN'", Docs.value(Double.NaN)),
            new Row("double precision", "'-Infinity'", Docs.value(Double.NEGATIVE_INFINITY)),
            new Row("numeric(10,2)", "1.5", new Value.Decimal(new BigDecimal("1.50"))),
            new Row(
                    "numeric",
                    "12345678901234567890123456789012.34",
                    new Value.Decimal(new BigDecimal("12345678901234567890123456789012.34"))),
            new Row("numeric", "'NaN'", Docs.value(Double.NaN)),
            new Row("numeric", "'Infinity'", Docs.value(Double.POSITIVE_INFINITY)),
            new Row("text", "'Zubaida Ærø 木 𝄞'", Docs.text("Zubaida Ærø 木 𝄞")),
            new Row("varchar(10)", "''", Docs.text("")),
            new Row("char(5)", "'ab'", Docs.text("ab   ")),
            new Row(
                    "uuid",
                    "'5F0C8A3E-1111-4222-8333-444455556666'",
                    Docs.text("5f0c8a3e-1111-4222-8333-444455556666")),
            new Row(
                    "timestamptz",
                    "'2026-02-28 23:59:59.123456+01'",
                    Docs.value(Instant.parse("2026-02-28T22:59:59.123456Z"))),
            new Row("timestamptz", "'infinity'", Docs.text("infinity")),
            new Row("timestamp", "'2026-02-28 23:59:59.12'", Docs.text("2026-02-28T23:59:59.12")),
            new Row("timestamp", "'-infinity'", Docs.text("-infinity")),
            new Row("date", "'2026-02-28'", Docs.text("2026-02-28")),
            new Row("date", "'0044-03-15 BC'", Docs.text("0044-03-15 BC")),
            new Row("time", "'23:59:59.123456'", Docs.text("23:59:59.123456")),
            new Row("timetz", "'23:59:59+01'", Docs.text("23:59:59+01")),
            new Row("interval", "'1 year 2 months 3 days 04:05:06.7'", Docs.text("P1Y2M3DT4H5M6.7S")),
            new Row("bytea", "'\\x00ff7f'", new Value.Bytes(0, new byte[] {0, -1, 127})),
            new Row(
                    "jsonb",
                    "'{\"a\": [1, 2.50, \"x\", null, true], \"n\": 12345678901234567890}'",
                    Docs.doc(
                            "a",
                            Docs.items(1L, new Value.Decimal(new BigDecimal("2.50")), "x", null, true),
                            "n",
                            new Value.Decimal(new BigDecimal("12345678901234567890")))),
            new Row("json", "'\"text\"'", Docs.text("text")),
            new Row("integer[]", "'{1,NULL,3}'", Docs.items(1, null, 3)),
            new Row("text[]", "'{\"a,b\",\"NULL\",\"q\\\"uote\",\"\"}'", Docs.items("a,b", "NULL", "q\"uote", "")),
            new Row("integer[]", "'{{1,2},{3,4}}'", Docs.items(Docs.items(1, 2), Docs.items(3, 4))),
            new Row("timestamptz[]", "'{2026-01-01 00:00:00+00}'", Docs.items(Instant.parse("2026-01-01T00:00:00Z"))),
            new Row("mood", "'happy'", Docs.text("happy")),
            new Row("mood[]", "'{sad,happy}'", Docs.items("sad", "happy")),
            new Row("positive", "7", Docs.value(7)),
            new Row("inet", "'10.0.0.1/8'", Docs.text("10.0.0.1/8")),
            new Row("int4range", "'[1,5)'", Docs.text("[1,5)")),
            new Row("point", "'(1,2)'", Docs.text("(1,2)")),
            new Row("bit(3)", "B'101'", Docs.text("101")),
            new Row("text", "NULL", Value.Null.NULL));

    @Test
    void readsEveryTypeExactly() {
        String url = PostgresServer.database();
        List<String> columns = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < ROWS.size(); i++) {
            columns.add("c" + i + " " + ROWS.get(i).type());
            values.add(ROWS.get(i).literal());
        }
        PostgresServer.execute(
                url,
                "CREATE TYPE mood AS ENUM ('sad', 'happy')",
                "CREATE DOMAIN positive AS int CHECK (VALUE > 0)",
                "CREATE TABLE t (id int PRIMARY KEY, " + String.join(", ", columns) + ")",
                "INSERT INTO t VALUES (1, " + String.join(", ", values) + ")");
        Model model = Models.model("m", new StoreName("shop"), "t")
                .key("id", "{id}")
                .copy("copies", copy -> {
                    copy.pointer("p", "{id}");
                    columns.forEach(column -> copy.field(column.split(" ", 2)[0], column.split(" ", 2)[0]));
                })
                .build();
        SourceKey one = SourceKey.of(Map.of("id", Docs.value(1)));
        try (Connector connector =
                new PostgresConnectorFactory(List.of()).open(new StoreName("shop"), Map.of("url", url))) {
            Doc read = connector
                    .records()
                    .read(model.source(), List.of(one), Optional.empty())
                    .get(one);

            for (int i = 0; i < ROWS.size(); i++) {
                assertThat(read.get(FieldPath.of("c" + i)))
                        .as(ROWS.get(i).type() + " " + ROWS.get(i).literal())
                        .isEqualTo(ROWS.get(i).value());
            }
        }
    }

    @Test
    void isWhatTheDocumentSays() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs"))) {
            root = root.getParent();
        }
        String document = Files.readString(root.resolve(DOCUMENT));
        int begin = document.indexOf(BEGIN) + BEGIN.length();

        assertThat(document.substring(begin, document.indexOf(END)).strip()).isEqualTo(table());
    }

    private static String table() {
        StringBuilder table =
                new StringBuilder("| column | literal | value in canonical JSON | in MongoDB |\n|---|---|---|---|");
        for (Row row : ROWS) {
            table.append("\n| `")
                    .append(row.type())
                    .append("` | `")
                    .append(row.literal())
                    .append("` | `")
                    .append(row.value().canonical())
                    .append("` | ")
                    .append(inMongo(row.value()))
                    .append(" |");
        }
        return table.toString();
    }

    private static String inMongo(Value value) {
        if (value instanceof Value.DateTime) {
            return "date; MongoDB keeps milliseconds, the rest is cut off";
        } else if (value instanceof Value.Decimal) {
            return "decimal; over 34 digits a dead letter";
        } else if (value instanceof Value.Float64) {
            return "double";
        } else if (value instanceof Value.Int32) {
            return "int";
        } else if (value instanceof Value.Int64) {
            return "long";
        } else if (value instanceof Value.Bytes) {
            return "binary";
        } else if (value instanceof Doc) {
            return "object";
        } else if (value instanceof Value.Items) {
            return "array";
        }
        return value instanceof Value.Text ? "string" : value instanceof Value.Bool ? "bool" : "null";
    }
}
