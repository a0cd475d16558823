package dev.lockstep.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.change.Position;
import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader.Page;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.ModelFixture;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of tables as people make them: keys of several columns and types, other schemas, walks in their order. */
class PostgresReadsIT {
    private static final StoreName SHOP = new StoreName("shop");

    private final String url = PostgresServer.database();
    private Connector connector;

    @BeforeEach
    void open() {
        connector = new PostgresConnectorFactory(List.of()).open(SHOP, Map.of("url", url));
    }

    @AfterEach
    void close() {
        connector.close();
    }

    private static Model model(String table, String... columns) {
        ModelFixture model = Models.model("order-customer", SHOP, table);
        for (String column : columns) {
            model.key(column, "{" + column + "}");
        }
        return model.copy(
                        "orders",
                        copy -> copy.pointer("c", "{" + columns[0] + "}").field("name", "name"))
                .build();
    }

    private Map<SourceKey, Doc> read(Model model, SourceKey... keys) {
        return connector.records().read(model.source(), List.of(keys), Optional.empty());
    }

    @Test
    void readsByAKeyOfSeveralColumns() {
        PostgresServer.execute(
                url,
                "CREATE TABLE prices (country text, sku bigint, name text, PRIMARY KEY (sku, country))",
                "INSERT INTO prices VALUES ('dk', 7, 'Pen DK'), ('no', 7, 'Pen NO'), ('dk', 8, 'Ink DK')");
        Model prices = model("prices", "country", "sku");
        SourceKey dk7 = SourceKey.of(Map.of("country", Docs.text("dk"), "sku", Docs.value(7)));
        SourceKey no8 = SourceKey.of(Map.of("country", Docs.text("no"), "sku", Docs.value(8)));

        Map<SourceKey, Doc> read = read(prices, dk7, no8);

        assertThat(read).containsOnlyKeys(dk7);
        assertThat(read.get(dk7).get(FieldPath.of("name"))).isEqualTo(Docs.text("Pen DK"));
    }

    @Test
    void readsKeysOfEveryTypeAndLeavesOutThoseNoRowCanHave() {
        assertReads("smallint", "7", Docs.value(7), Docs.value(70_000), Docs.text("7"));
        assertReads("bigint", "9007199254740993", Docs.value(9007199254740993L), Docs.text("x"), Docs.value(true));
        assertReads("boolean", "true", Docs.value(true), Docs.text("true"), Docs.value(1));
        assertReads("varchar(20)", "'it''s'", Docs.text("it's"), Docs.value(1), Docs.text("zero\0"));
        assertReads(
                "uuid",
                "'5f0c8a3e-1111-4222-8333-444455556666'",
                Docs.text("5f0c8a3e-1111-4222-8333-444455556666"),
                Docs.text("5F0C8A3E-1111-4222-8333-444455556666"),
                Docs.text("not one"));
    }

    private void assertReads(String type, String literal, Value key, Value... others) {
        PostgresServer.execute(
                url,
                "DROP TABLE IF EXISTS t",
                "CREATE TABLE t (id " + type + " PRIMARY KEY, name text)",
                "INSERT INTO t VALUES (" + literal + ", 'here')");
        Model model = model("t", "id");
        List<SourceKey> keys = new ArrayList<>(List.of(SourceKey.of(Map.of("id", key))));
        for (Value other : others) {
            keys.add(SourceKey.of(Map.of("id", other)));
        }

        assertThat(read(model, keys.toArray(SourceKey[]::new)))
                .as(type)
                .containsOnlyKeys(SourceKey.of(Map.of("id", key)));
    }

    @Test
    void readsTablesOfOtherSchemasWithHostileNames() {
        PostgresServer.execute(
                url,
                "CREATE SCHEMA \"My \"\"Shop\"",
                "CREATE TABLE \"My \"\"Shop\".\"Cust;omers\" (\"I'd\" int PRIMARY KEY, name text)",
                "INSERT INTO \"My \"\"Shop\".\"Cust;omers\" VALUES (1, 'Ann')");
        Model model = Models.model("order-customer", SHOP, "My \"Shop.Cust;omers")
                .key("I'd", "{id}")
                .copy("orders", copy -> copy.pointer("c", "{id}").field("name", "name"))
                .build();
        SourceKey one = SourceKey.of(Map.of("id", Docs.value(1)));

        assertThat(read(model, one)).containsOnlyKeys(one);
    }

    /** P5: taken for a missing value, it would empty every copy. */
    @Test
    void aColumnThatIsGoneIsNoMissingValue() {
        PostgresServer.execute(
                url, "CREATE TABLE t (id int PRIMARY KEY, full_name text)", "INSERT INTO t VALUES (1, 'Ann')");
        Model model = model("t", "id");
        Segment all = connector.records().segments(model.source(), 1).get(0);

        assertThatThrownBy(() -> read(model, SourceKey.of(Map.of("id", Docs.value(1)))))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.ACCESS_PATH_LOST))
                .hasMessageContaining("name");
        assertThatThrownBy(() -> connector.records().scan(model.source(), all, null, 10))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("name");
    }

    /** Keys in the column's own order, which is not the order of their texts. */
    @Test
    void walksEveryRowOnceWhileOthersComeAndGo() {
        PostgresServer.execute(
                url,
                "CREATE TABLE prices (sku int, country text, name text, PRIMARY KEY (sku, country))",
                "INSERT INTO prices SELECT n % 700 - 350, 'c' || n / 700, 'n' || n FROM generate_series(0, 2099) AS n");
        Model prices = model("prices", "sku", "country");
        List<Segment> segments = connector.records().segments(prices.source(), 7);
        Set<Doc> seen = new HashSet<>();
        int rows = 0;

        for (Segment segment : segments) {
            Cursor after = null;
            do {
                Page page = connector.records().scan(prices.source(), segment, after, 100);
                rows += page.records().size();
                page.records()
                        .forEach(record -> seen.add(Docs.doc(
                                "sku",
                                record.get(FieldPath.of("sku")),
                                "country",
                                record.get(FieldPath.of("country")))));
                after = page.next().orElse(null);
                PostgresServer.execute(
                        url, "UPDATE prices SET name = 'moved' WHERE sku = " + (new Random(rows).nextInt(700) - 350));
            } while (after != null);
        }

        assertThat(segments).hasSize(7);
        assertThat(rows).isEqualTo(2100);
        assertThat(seen).hasSize(2100);
    }

    @Test
    void splitsALargeTableByASample() {
        PostgresServer.execute(
                url,
                "CREATE TABLE t (id bigint PRIMARY KEY, name text)",
                "INSERT INTO t SELECT n, 'x' FROM generate_series(1, 250000) AS n",
                "ANALYZE t");
        Model model = model("t", "id");

        List<Segment> segments = connector.records().segments(model.source(), 4);

        assertThat(segments).hasSize(4);
        int rows = 0;
        for (Segment segment : segments) {
            int here = connector
                    .records()
                    .scan(model.source(), segment, null, 1_000_000)
                    .records()
                    .size();
            assertThat(here).isBetween(20_000, 120_000);
            rows += here;
        }
        assertThat(rows).isEqualTo(250_000);
    }

    /** R10: the log of the server that answers must hold the position. */
    @Test
    void refusesToReadFromAServerThatIsBehindThePosition() {
        PostgresServer.execute(url, "CREATE TABLE t (id int PRIMARY KEY, name text)", "INSERT INTO t VALUES (1, 'x')");
        Model model = model("t", "id");
        SourceKey one = SourceKey.of(Map.of("id", Docs.value(1)));

        assertThat(connector
                        .records()
                        .read(model.source(), List.of(one), Optional.of(new Position("0000000000000001"))))
                .containsOnlyKeys(one);
        assertThatThrownBy(() -> connector
                        .records()
                        .read(model.source(), List.of(one), Optional.of(new Position("7fffffffffffffff"))))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.TRANSIENT))
                .hasMessageContaining("its log ends before");
    }

    @Test
    void saysWhatKindOfFailureItIs() {
        PostgresServer.execute(url, "CREATE TABLE t (id int, name text)");
        assertThatThrownBy(() -> read(model("t", "id"), SourceKey.of(Map.of("id", Docs.value(1)))))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.ACCESS_PATH_LOST))
                .hasMessageContaining("ALTER TABLE \"public\".\"t\" ADD PRIMARY KEY");
        try (Connector nobody = new PostgresConnectorFactory(List.of())
                .open(SHOP, Map.of("url", "jdbc:postgresql://127.0.0.1:1/none?user=x", "connect-timeout", "300ms"))) {
            assertThatThrownBy(nobody::describe)
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.TRANSIENT));
        }
    }
}
