package dev.lockstep.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.testkit.Models;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every problem names the SQL that mends it; running that SQL mends it. */
class PostgresInspectorIT {
    private static final StoreName SHOP = new StoreName("shop");

    private final String url = PostgresServer.database();
    private Connector connector;

    @BeforeEach
    void open() {
        connector = connect(url);
    }

    private static Connector connect(String url) {
        return new PostgresConnectorFactory(List.of()).open(SHOP, Map.of("url", url));
    }

    @AfterEach
    void close() {
        connector.close();
    }

    private static Model customers(String key) {
        return Models.model("order-customer", SHOP, "customers")
                .key(key, "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}").field("customerName", "name"))
                .build();
    }

    private List<Problem> errors(Model model) {
        return connector.inspector().inspectSource(model).stream()
                .filter(Problem::refuses)
                .toList();
    }

    private void assertMendedBy(String code) {
        Model model = customers("id");
        List<Problem> before = errors(model);
        assertThat(before).extracting(Problem::code).contains(code);
        for (Problem problem : before) {
            if (problem.code().equals(code)) {
                PostgresServer.execute(url, problem.fix());
            }
        }
        assertThat(errors(model)).extracting(Problem::code).doesNotContain(code);
    }

    @Test
    void findsNothingWrongWithASoundTableAndWarnsOfWhatUpdatesCost() {
        PostgresServer.execute(url, "CREATE TABLE customers (id int PRIMARY KEY, name text)");

        assertThat(errors(customers("id"))).isEmpty();
        assertThat(connector.inspector().inspectSource(customers("id")))
                .extracting(Problem::code)
                .containsExactly("replica-identity-default");

        PostgresServer.execute(url, "ALTER TABLE customers REPLICA IDENTITY FULL");
        assertThat(connector.inspector().inspectSource(customers("id"))).isEmpty();
    }

    @Test
    void namesAMissingTable() {
        assertThat(errors(customers("id"))).extracting(Problem::code).containsExactly("table-missing");
    }

    @Test
    void givesTheStatementForAMissingPrimaryKey() {
        PostgresServer.execute(url, "CREATE TABLE customers (id int NOT NULL, name text)");

        assertMendedBy("primary-key-missing");
    }

    @Test
    void givesTheStatementForAMissingColumn() {
        PostgresServer.execute(url, "CREATE TABLE customers (id int PRIMARY KEY)");

        assertMendedBy("column-missing");
    }

    @Test
    void givesTheStatementForAnUnloggedTable() {
        PostgresServer.execute(url, "CREATE UNLOGGED TABLE customers (id int PRIMARY KEY, name text)");

        assertMendedBy("table-not-logged");
    }

    @Test
    void givesTheStatementForAReplicaIdentityWithoutTheKey() {
        PostgresServer.execute(
                url,
                "CREATE TABLE customers (id int PRIMARY KEY, name text)",
                "ALTER TABLE customers REPLICA IDENTITY NOTHING");

        assertMendedBy("replica-identity");
    }

    @Test
    void givesTheStatementForAPublicationThatLeavesOutChanges() {
        PostgresServer.execute(
                url,
                "CREATE TABLE customers (id int PRIMARY KEY, name text)",
                "CREATE PUBLICATION lockstep_shop FOR TABLE customers WITH (publish = 'insert')");

        assertMendedBy("publication-partial");
    }

    /** Somebody with no more rights than reading needs a person for everything else. */
    @Test
    void givesTheStatementsForMissingRights() {
        String user = "reader_" + ProcessHandle.current().pid();
        PostgresServer.execute(
                url,
                "CREATE TABLE customers (id int PRIMARY KEY, name text)",
                "CREATE ROLE " + user + " LOGIN PASSWORD 'reader'");
        connector.close();
        connector = new PostgresConnectorFactory(List.of())
                .open(SHOP, Map.of("url", url.substring(0, url.indexOf('?')), "user", user, "password", "reader"));
        try {
            assertThat(connector.describe().missingRights())
                    .singleElement()
                    .asString()
                    .contains("REPLICATION");
            List<Problem> problems = errors(customers("id"));
            assertThat(problems).extracting(Problem::code).contains("right-missing", "publication-missing");
            problems.forEach(problem -> PostgresServer.execute(url, problem.fix()));
            assertThat(errors(customers("id"))).isEmpty();
            assertThat(connector.describe().missingRights()).isEmpty();

            PostgresServer.execute(url, "ALTER TABLE customers ENABLE ROW LEVEL SECURITY");
            assertThat(errors(customers("id"))).extracting(Problem::code).containsExactly("row-security");
            PostgresServer.execute(url, errors(customers("id")).get(0).fix());
            assertThat(errors(customers("id"))).isEmpty();

            PostgresServer.execute(url, "ALTER PUBLICATION lockstep_shop DROP TABLE customers");
            assertThat(errors(customers("id"))).extracting(Problem::code).containsExactly("publication-without-table");
        } finally {
            connector.close();
            PostgresServer.execute(url, "DROP OWNED BY " + user, "DROP ROLE " + user);
        }
    }

    @Test
    void refusesKeysThatAPointerMayNeverMatch() {
        PostgresServer.execute(
                url, "CREATE TABLE customers (id numeric(10, 2) PRIMARY KEY, name text, email text UNIQUE)");

        assertThat(errors(customers("id"))).extracting(Problem::code).containsExactly("key-type");
        assertThat(errors(customers("email"))).extracting(Problem::code).contains("source-key-not-primary");
    }

    @Test
    void refusesAView() {
        PostgresServer.execute(url, "CREATE VIEW customers AS SELECT 1 AS id, 'Ann' AS name");

        assertThat(errors(customers("id"))).extracting(Problem::code).containsExactly("not-a-table");
    }

    @Test
    void refusesCopies() {
        assertThat(connector
                        .inspector()
                        .inspectCopy(customers("id").definitions().get(0))
                        .problems())
                .extracting(Problem::code)
                .containsExactly("copies-not-available");
    }
}
