package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.fanout.FanoutServiceApplication;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Tables of a real PostgreSQL are the sources, documents are the copies. Each test has its own, in one service. */
@SpringBootTest(
        classes = FanoutServiceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "lockstep.stores.shop.kind=mongodb",
            "lockstep.stores.crm.kind=postgresql",
            "lockstep.stores.crm.heartbeat=200ms",
            "lockstep.delete.wait=1s"
        })
@DirtiesContext
class PostgresScenariosIT extends MongoScenario {
    private static final String URL = PostgresServer.database();

    @Autowired
    private MeterRegistry meters;

    @DynamicPropertySource
    static void crm(DynamicPropertyRegistry properties) {
        properties.add("lockstep.stores.crm.url", () -> URL);
    }

    private static void sql(String... statements) {
        PostgresServer.execute(URL, statements);
    }

    /** Customers a and b, called Ann and Bob. */
    private static void customers(String table) {
        sql(
                "CREATE TABLE " + table + " (id text PRIMARY KEY, name text, town text)",
                "INSERT INTO " + table + " VALUES ('a', 'Ann', 'Aarhus'), ('b', 'Bob', 'Bergen')");
    }

    private static Document order(Object id, String customer, String name) {
        return new Document("_id", id).append("customerId", customer).append("customerName", name);
    }

    private static String model(String model, String table, String collection, String fields, String more) {
        return """
                {"lockstep": 1, "model": "%s",
                 "source": {"store": "crm", "collection": "%s", "key": {"customerId": "id"}},
                 "copies": [{"name": "copies", "store": "shop", "collection": "%s",
                             "pointer": {"customerId": "customerId"},
                             "fields": {%s}, "strategy": "stream"%s}]}
                """.formatted(model, table, collection, fields, more);
    }

    private void register(String model, String table, String collection, String more) {
        post(model(model, table, collection, "\"customerName\": \"name\"", more));
        awaitFilled(model);
    }

    @Test
    void s1ARenameReachesEveryOrder() {
        customers("s1_customers");
        MongoCollection<Document> orders = collection("s1_orders", "customerId");
        for (int i = 0; i < 30; i++) {
            orders.insertOne(order(i, "a", i < 15 ? "Ann" : "wrong from the start"));
        }
        register("s1", "s1_customers", "s1_orders", "");
        eventually(() -> orders.countDocuments(Filters.eq("customerName", "Ann")) == 30);
        sql("UPDATE s1_customers SET name = 'Anna' WHERE id = 'a'");
        eventually(() -> orders.countDocuments(Filters.eq("customerName", "Anna")) == 30);
        eventually(() -> get("/api/v1/models/s1/status").contains("\"openGaps\":[]"));
        post("/api/v1/models/s1/sources/a/check", "", 200, "{\"equal\":30}");
    }

    @Test
    void s13ColumnsOfManyTypesReachDocumentsOverACompositeKey() {
        sql("CREATE TABLE s13_prices (region int, sku uuid, price numeric(12, 2), tags text[], more jsonb, notes text,"
                + " PRIMARY KEY (region, sku))");
        String sku = "5f0c8a3e-1111-4222-8333-444455556666";
        sql("INSERT INTO s13_prices VALUES (7, '" + sku
                + "', 1.50, '{a,b}', '{\"n\": [1, 2.50]}', repeat('long ', 9999))");
        MongoCollection<Document> offers = collection("s13_offers");
        client.getDatabase("scenarios")
                .getCollection("s13_offers")
                .createIndex(new Document("region", 1).append("sku", 1));
        offers.insertOne(new Document("_id", 1).append("region", 7).append("sku", sku));
        post("""
                {"lockstep": 1, "model": "s13",
                 "source": {"store": "crm", "collection": "s13_prices", "key": {"region": "region", "sku": "sku"}},
                 "copies": [{"name": "offers", "store": "shop", "collection": "s13_offers",
                             "pointer": {"region": "region", "sku": "sku"},
                             "fields": {"price": "price", "tags": "tags", "more": "more", "notes": "notes"},
                             "strategy": "stream"}]}
                """);
        awaitFilled("s13");
        sql("UPDATE s13_prices SET price = 99999.90, tags = tags || 'c'::text WHERE region = 7");
        eventually(() -> offers.countDocuments(Filters.eq("price", new Decimal128(new BigDecimal("99999.90")))) == 1);
        Document offer = offers.find().first();
        assertThat(offer).isNotNull();
        assertThat(offer.getList("tags", String.class)).containsExactly("a", "b", "c");
        assertThat(offer.get("more", Document.class).getList("n", Object.class))
                .containsExactly(1L, new Decimal128(new BigDecimal("2.50")));
        assertThat(offer.getString("notes"))
                .as("a value out of line, which the log left out")
                .isEqualTo("long ".repeat(9_999));
    }

    @Test
    void s16ADeletedCustomersOrdersAreUnsetAndATruncatedTableErasesNothing() {
        customers("s16_customers");
        MongoCollection<Document> orders = collection("s16_orders", "customerId");
        orders.insertMany(List.of(order(1, "a", "Ann"), order(2, "b", "Bob")));
        register("s16", "s16_customers", "s16_orders", ", \"onSourceDelete\": \"unset\"");
        sql("DELETE FROM s16_customers WHERE id = 'a'");
        eventually(() -> orders.countDocuments(Filters.exists("customerName", false)) == 1);
        sql("INSERT INTO s16_customers VALUES ('a', 'Ann again', '')");
        eventually(() -> value(orders, 1, "customerName").equals("Ann again"));
        sql("TRUNCATE s16_customers", "INSERT INTO s16_customers VALUES ('b', 'Bob again', '')");
        eventually(() -> value(orders, 2, "customerName").equals("Bob again"));
        assertThat(value(orders, 1, "customerName")).isEqualTo("Ann again");
    }

    @Test
    void aCustomerWhoseKeyChangesIsDeletedAndCreated() {
        customers("key_customers");
        MongoCollection<Document> orders = collection("key_orders", "customerId");
        orders.insertMany(List.of(order(1, "a", "Ann"), order(2, "c", "nobody yet")));
        register("key", "key_customers", "key_orders", ", \"onSourceDelete\": \"unset\"");
        sql("UPDATE key_customers SET id = 'c' WHERE id = 'a'");
        eventually(() -> value(orders, 2, "customerName").equals("Ann"));
        eventually(() ->
                orders.countDocuments(Filters.and(Filters.eq("_id", 1), Filters.exists("customerName", false))) == 1);
    }

    @Test
    void s17AMovedOrderTakesItsNewCustomersName() {
        customers("s17_customers");
        MongoCollection<Document> orders = collection("s17_orders", "customerId");
        orders.insertOne(order(1, "a", "Ann"));
        register("s17", "s17_customers", "s17_orders", "");
        orders.updateOne(Filters.eq("_id", 1), Updates.set("customerId", "b"));
        eventually(() -> value(orders, 1, "customerName").equals("Bob"));
        sql("UPDATE s17_customers SET name = 'Bobby' WHERE id = 'b'");
        eventually(() -> value(orders, 1, "customerName").equals("Bobby"));
    }

    @Test
    void s18OrdersCreatedWithAStaleNameWhileARenameRunsAreRight() {
        customers("s18_customers");
        MongoCollection<Document> orders = collection("s18_orders", "customerId");
        register("s18", "s18_customers", "s18_orders", "");
        for (int i = 1; i <= 50; i++) {
            sql("UPDATE s18_customers SET name = 'Ann " + i + "' WHERE id = 'a'");
            orders.insertOne(order(i, "a", "Ann " + (i - 1)));
        }
        eventually(() -> orders.countDocuments(Filters.eq("customerName", "Ann 50")) == 50);
    }

    @Test
    void s19AnEditByHandIsCountedAndPutRight() {
        customers("s19_customers");
        MongoCollection<Document> orders = collection("s19_orders", "customerId");
        orders.insertOne(order(1, "a", "Ann"));
        register("s19", "s19_customers", "s19_orders", "");
        orders.updateOne(Filters.eq("_id", 1), Updates.set("customerName", "Eve"));
        eventually(() -> value(orders, 1, "customerName").equals("Ann"));
        eventually(() -> meters.find("lockstep.foreign.writes").tag("model", "s19").counters().stream()
                        .mapToDouble(Counter::count)
                        .sum()
                == 1);
    }

    @Test
    void s26AFieldAddedToARunningModelIsFilledBesideLiveChanges() {
        customers("s26_customers");
        MongoCollection<Document> orders = collection("s26_orders", "customerId");
        for (int i = 0; i < 200; i++) {
            orders.insertOne(order(i, i % 2 == 0 ? "a" : "b", i % 2 == 0 ? "Ann" : "Bob"));
        }
        register("s26", "s26_customers", "s26_orders", "");
        replace(
                model("s26", "s26_customers", "s26_orders", "\"customerName\": \"name\", \"town\": \"town\"", ""),
                "/api/v1/models/s26",
                "\"1\"");
        for (int i = 1; i <= 20; i++) {
            sql("UPDATE s26_customers SET name = 'Ann " + i + "', town = 'Town " + i + "' WHERE id = 'a'");
        }
        eventually(() -> orders.countDocuments(
                                Filters.and(Filters.eq("customerName", "Ann 20"), Filters.eq("town", "Town 20")))
                        == 100
                && orders.countDocuments(Filters.and(Filters.eq("customerName", "Bob"), Filters.eq("town", "Bergen")))
                        == 100);
    }

    @Test
    void transactionsThatInterleaveEndWithWhatWasCommittedLast() throws SQLException {
        customers("tx_customers");
        MongoCollection<Document> orders = collection("tx_orders", "customerId");
        orders.insertMany(List.of(order(1, "a", "Ann"), order(2, "b", "Bob")));
        register("tx", "tx_customers", "tx_orders", "");
        try (Connection first = DriverManager.getConnection(URL);
                Connection second = DriverManager.getConnection(URL);
                Statement early = first.createStatement();
                Statement late = second.createStatement()) {
            first.setAutoCommit(false);
            second.setAutoCommit(false);
            early.execute("UPDATE tx_customers SET name = 'Ann 1' WHERE id = 'a'");
            late.execute("UPDATE tx_customers SET name = 'Bob 1' WHERE id = 'b'");
            late.execute("UPDATE tx_customers SET name = 'Bob 2' WHERE id = 'b'");
            second.commit();
            eventually(() -> value(orders, 2, "customerName").equals("Bob 2"));
            assertThat(value(orders, 1, "customerName"))
                    .as("a transaction that is held open")
                    .isEqualTo("Ann");
            early.execute("UPDATE tx_customers SET name = 'Bob 3' WHERE id = 'b'");
            first.commit();
        }
        eventually(() -> value(orders, 1, "customerName").equals("Ann 1")
                && value(orders, 2, "customerName").equals("Bob 3"));
    }

    @Test
    void columnsThatAreAddedAreNoNewsAndOneThatIsTakenAwayBreaksTheModel() {
        customers("col_customers");
        MongoCollection<Document> orders = collection("col_orders", "customerId");
        orders.insertOne(order(1, "a", "Ann"));
        register("col", "col_customers", "col_orders", "");
        sql(
                "ALTER TABLE col_customers ADD COLUMN vip boolean DEFAULT true, DROP COLUMN town",
                "UPDATE col_customers SET name = 'Anna', vip = false WHERE id = 'a'");
        eventually(() -> value(orders, 1, "customerName").equals("Anna"));
        sql(
                "ALTER TABLE col_customers RENAME COLUMN name TO full_name",
                "UPDATE col_customers SET full_name = 'Annie'");
        eventually(() -> get("/api/v1/models/col").contains("BROKEN"));
        assertThat(get("/api/v1/models/col")).contains("col_customers", "name");
        assertThat(value(orders, 1, "customerName")).isEqualTo("Anna");
        sql("ALTER TABLE col_customers RENAME COLUMN full_name TO name");
        eventually(() -> value(orders, 1, "customerName").equals("Annie"));
        eventually(() -> get("/api/v1/models/col").contains("ACTIVE"));
    }

    @Test
    void aTableThatCannotBeFollowedIsRefusedWithTheStatementThatHelps() {
        sql("CREATE TABLE bad_customers (id text, name text)");
        collection("bad_orders", "customerId");
        post(
                "/api/v1/models",
                model("bad", "bad_customers", "bad_orders", "\"customerName\": \"name\"", ""),
                422,
                "PRIMARY KEY");
    }
}
