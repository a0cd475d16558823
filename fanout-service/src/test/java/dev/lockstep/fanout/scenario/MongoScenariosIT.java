package dev.lockstep.fanout.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.lockstep.fanout.FanoutServiceApplication;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;

/** Each test has collections of its own, named after its scenario, in one service. */
@SpringBootTest(
        classes = FanoutServiceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "lockstep.stores.shop.kind=mongodb",
            "lockstep.delete.wait=1s",
            "lockstep.delete.max=40"
        })
@DirtiesContext
class MongoScenariosIT extends MongoScenario {
    @Autowired
    private MeterRegistry meters;

    @Test
    void s1ARenameReachesEveryOrder() {
        MongoCollection<Document> customers = collection("s1_customers");
        MongoCollection<Document> orders = collection("s1_orders", "customerId");
        customers.insertOne(new Document("_id", "cust_42").append("name", "Zubaida"));
        for (int i = 0; i < 30; i++) {
            orders.insertOne(
                    new Document("_id", i).append("customerId", "cust_42").append("customerName", "Zubaida"));
        }
        register("s1", "s1_customers", "s1_orders", "customerId", "customerName", "name", "");
        set(customers, "cust_42", "name", "Zubaida B.");
        eventually(() -> orders.countDocuments(Filters.eq("customerName", "Zubaida B.")) == 30);
    }

    @Test
    void s2AnAvatarReachesTenThousandPostsAndTheirEchoIsNoWork() {
        MongoCollection<Document> authors = collection("s2_authors");
        MongoCollection<Document> posts = collection("s2_posts", "authorId");
        authors.insertOne(new Document("_id", "ann").append("avatar", "1.png"));
        List<Document> some = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            some.add(new Document("_id", i).append("authorId", "ann").append("authorAvatar", "1.png"));
        }
        posts.insertMany(some);
        register("s2", "s2_authors", "s2_posts", "authorId", "authorAvatar", "avatar", "");
        set(authors, "ann", "avatar", "2.png");
        eventually(() -> posts.countDocuments(Filters.eq("authorAvatar", "2.png")) == 10_000);
        double before = checks("s2");
        posts.insertOne(new Document("_id", -1).append("authorId", "ann").append("authorAvatar", "0.png"));
        eventually(() -> value(posts, -1, "authorAvatar").equals("2.png"));
        eventually(() -> checks("s2") == before + 1);
    }

    @Test
    void s9AProductsNameReachesTheMatchingLinesOnly() {
        MongoCollection<Document> products = collection("s9_products");
        MongoCollection<Document> orders = collection("s9_orders", "items.sku");
        products.insertOne(new Document("_id", "a").append("title", "Lamp"));
        products.insertOne(new Document("_id", "b").append("title", "Chair"));
        for (int i = 0; i < 5; i++) {
            orders.insertOne(new Document("_id", i)
                    .append("items", List.of(line("a", "Lamp"), line("b", "Chair"), line("a", "Lamp"))));
        }
        registerLines("s9", "s9_products", "s9_orders");
        set(products, "a", "title", "Desk lamp");
        eventually(() -> orders.countDocuments(Filters.and(
                        Filters.eq("items.0.productName", "Desk lamp"),
                        Filters.eq("items.1.productName", "Chair"),
                        Filters.eq("items.2.productName", "Desk lamp")))
                == 5);
    }

    @Test
    void s12ACompanysNameReachesEmployeesOverTheirDepartments() {
        MongoCollection<Document> companies = collection("s12_companies");
        MongoCollection<Document> departments = collection("s12_departments", "companyId");
        MongoCollection<Document> employees = collection("s12_employees", "departmentId");
        companies.insertOne(new Document("_id", "acme").append("name", "Acme"));
        for (int i = 0; i < 20; i++) {
            String department = "d" + i % 4;
            if (i < 4) {
                departments.insertOne(new Document("_id", department)
                        .append("companyId", "acme")
                        .append("companyName", "Acme"));
            }
            employees.insertOne(
                    new Document("_id", i).append("departmentId", department).append("companyName", "Acme"));
        }
        register("s12-a", "s12_companies", "s12_departments", "companyId", "companyName", "name", "");
        register("s12-b", "s12_departments", "s12_employees", "departmentId", "companyName", "companyName", "");
        set(companies, "acme", "name", "Acme 2");
        eventually(() -> employees.countDocuments(Filters.eq("companyName", "Acme 2")) == 20);
        departments.updateOne(Filters.eq("_id", "d1"), Updates.set("companyName", "by hand"));
        eventually(() -> checks("s12-a") >= 1);
        eventually(() -> departments.countDocuments(Filters.eq("companyName", "Acme 2")) == 4
                && employees.countDocuments(Filters.eq("companyName", "Acme 2")) == 20);
        eventually(() -> get("/api/v1/models/s12-b/status")
                .matches("(?s).*\"chains\":\\[\\{\"models\":\\[\"s12-a\",\"s12-b\"],\"p99Ms\":[0-9]+}].*"));
        post("/api/v1/models", """
                {"lockstep": 1, "model": "s12-c",
                 "source": {"store": "shop", "collection": "s12_employees", "key": {"id": "_id"}},
                 "copies": [{"name": "copies", "collection": "s12_companies", "pointer": {"topId": "id"},
                             "fields": {"name": "companyName"}, "strategy": "stream"}]}
                """, 422, "s12-c → s12-a → s12-b → s12-c");
    }

    @Test
    void s16ADeletedCustomersOrdersAreKeptUnsetMarkedOrDeleted() {
        for (String policy : List.of("keep", "unset", "mark", "delete")) {
            String name = "s16" + policy;
            MongoCollection<Document> customers = collection(name + "_customers");
            MongoCollection<Document> orders = collection(name + "_orders", "customerId");
            customers.insertMany(List.of(
                    new Document("_id", "a").append("name", "Ann"), new Document("_id", "b").append("name", "Bob")));
            for (int i = 0; i < 10; i++) {
                orders.insertOne(new Document("_id", i)
                        .append("customerId", i < 5 ? "a" : "b")
                        .append("customerName", i < 5 ? "Ann" : "Bob")
                        .append("total", i));
            }
            String more = ", \"onSourceDelete\": \"" + policy + "\""
                    + (policy.equals("mark") ? ", \"mark\": {\"customerGone\": true}" : "");
            register(name, name + "_customers", name + "_orders", "customerId", "customerName", "name", more);
            customers.deleteOne(Filters.eq("_id", "a"));
            set(customers, "b", "name", "Bobby");
            eventually(() -> orders.countDocuments(Filters.eq("customerName", "Bobby")) == 5);
            switch (policy) {
                case "unset" -> eventually(() -> orders.countDocuments(Filters.exists("customerName", false)) == 5);
                case "mark" ->
                    eventually(() -> orders.countDocuments(
                                    Filters.and(Filters.eq("customerGone", true), Filters.eq("customerName", "Ann")))
                            == 5);
                case "delete" -> eventually(() -> orders.countDocuments() == 5);
                default ->
                    assertThat(orders.countDocuments(Filters.eq("customerName", "Ann")))
                            .isEqualTo(5);
            }
            eventually(() -> get("/api/v1/models/" + name + "/status").contains("\"deletesWaiting\":0"));
            assertThat(orders.countDocuments(Filters.exists("total"))).isEqualTo(policy.equals("delete") ? 5 : 10);
            customers.insertOne(new Document("_id", "a").append("name", "Ann again"));
            if (!policy.equals("delete")) {
                eventually(() -> orders.countDocuments(Filters.and(
                                Filters.eq("customerName", "Ann again"), Filters.exists("customerGone", false)))
                        == 5);
            }
        }
    }

    @Test
    void deletesOfVeryManySourcesAreHeldUntilTheyAreReleased() {
        MongoCollection<Document> customers = collection("held_customers");
        MongoCollection<Document> orders = collection("held_orders", "customerId");
        for (int i = 0; i < 60; i++) {
            customers.insertOne(new Document("_id", "c" + i).append("name", "Name " + i));
            orders.insertOne(
                    new Document("_id", i).append("customerId", "c" + i).append("customerName", "Name " + i));
        }
        register(
                "held",
                "held_customers",
                "held_orders",
                "customerId",
                "customerName",
                "name",
                ", \"onSourceDelete\": \"delete\"");
        customers.deleteMany(new Document());
        eventually(() -> get("/api/v1/models/held/status").contains("\"deletesHeld\":20"));
        assertThat(orders.countDocuments()).isEqualTo(20);
        post("/api/v1/models/held/release-deletes", "{\"reason\": \"they are meant\"}", 200);
        eventually(() -> orders.countDocuments() == 0);
        eventually(() -> get("/api/v1/models/held/status").contains("\"deletesHeld\":0"));
    }

    @Test
    void aCustomerThatIsMarkedAsDeletedCountsAsDeleted() {
        MongoCollection<Document> customers = collection("soft_customers");
        MongoCollection<Document> orders = collection("soft_orders", "customerId");
        customers.insertOne(new Document("_id", "a").append("name", "Ann").append("status", "live"));
        orders.insertOne(new Document("_id", 1).append("customerId", "a").append("customerName", "Ann"));
        post("""
                {"lockstep": 1, "model": "soft",
                 "source": {"store": "shop", "collection": "soft_customers", "key": {"id": "_id"},
                            "deletedWhen": {"status": "deleted"}},
                 "copies": [{"name": "copies", "collection": "soft_orders", "pointer": {"customerId": "id"},
                             "fields": {"customerName": "name"}, "strategy": "stream", "onSourceDelete": "unset"}]}
                """);
        awaitFilled("soft");
        set(customers, "a", "status", "deleted");
        eventually(() -> orders.countDocuments(Filters.exists("customerName", false)) == 1);
        set(customers, "a", "status", "live");
        eventually(() -> value(orders, 1, "customerName").equals("Ann"));
    }

    @Test
    void s17AMovedOrderTakesItsNewCustomersName() {
        MongoCollection<Document> customers = collection("s17_customers");
        MongoCollection<Document> orders = collection("s17_orders", "customerId");
        customers.insertMany(List.of(
                new Document("_id", "a").append("name", "Ann"), new Document("_id", "b").append("name", "Bob")));
        orders.insertOne(new Document("_id", 1).append("customerId", "a").append("customerName", "Ann"));
        register("s17", "s17_customers", "s17_orders", "customerId", "customerName", "name", "");
        orders.updateOne(Filters.eq("_id", 1), Updates.set("customerId", "b"));
        eventually(() -> value(orders, 1, "customerName").equals("Bob"));
        set(customers, "b", "name", "Bobby");
        eventually(() -> value(orders, 1, "customerName").equals("Bobby"));
    }

    @Test
    void s18OrdersCreatedWithAStaleNameWhileARenameRunsAreRight() {
        MongoCollection<Document> customers = collection("s18_customers");
        MongoCollection<Document> orders = collection("s18_orders", "customerId");
        customers.insertOne(new Document("_id", "a").append("name", "Ann 0"));
        register("s18", "s18_customers", "s18_orders", "customerId", "customerName", "name", "");
        for (int i = 1; i <= 50; i++) {
            String stale = value(customers, "a", "name");
            set(customers, "a", "name", "Ann " + i);
            orders.insertOne(new Document("_id", i).append("customerId", "a").append("customerName", stale));
        }
        eventually(() -> orders.countDocuments(Filters.eq("customerName", "Ann 50")) == 50);
    }

    @Test
    void s19AnEditByHandIsCountedAndPutRight() {
        MongoCollection<Document> customers = collection("s19_customers");
        MongoCollection<Document> orders = collection("s19_orders", "customerId");
        customers.insertOne(new Document("_id", "a").append("name", "Ann"));
        orders.insertOne(new Document("_id", 1).append("customerId", "a").append("customerName", "Ann"));
        register("s19", "s19_customers", "s19_orders", "customerId", "customerName", "name", "");
        orders.updateOne(Filters.eq("_id", 1), Updates.set("customerName", "Eve"));
        eventually(() -> value(orders, 1, "customerName").equals("Ann"));
        eventually(() -> count("lockstep.foreign.writes", "s19") == 1);
    }

    @Test
    void s21StrategyRepairShowsDriftAndFollowsNoStream() {
        MongoCollection<Document> products = collection("s21_products");
        MongoCollection<Document> reviews = collection("s21_reviews", "sku");
        products.insertOne(new Document("_id", "a").append("title", "Lamp"));
        for (int i = 0; i < 10; i++) {
            reviews.insertOne(new Document("_id", i).append("sku", "a").append("productTitle", "Lamp"));
        }
        post("""
                {"lockstep": 1, "model": "s21",
                 "source": {"store": "shop", "collection": "s21_products", "key": {"sku": "_id"}},
                 "copies": [{"name": "reviews", "collection": "s21_reviews", "pointer": {"sku": "sku"},
                             "fields": {"productTitle": "title"}, "strategy": "repair",
                             "repair": {"full": "24h", "sample": {"every": "1s", "size": 100}}}]}
                """);
        eventually(() -> get("/api/v1/models/s21/status").contains("\"wrong\":0"));
        set(products, "a", "title", "Desk lamp");
        eventually(() -> get("/api/v1/models/s21/status").contains("\"wrong\":10"));
        assertThat(reviews.countDocuments(Filters.eq("productTitle", "Lamp"))).isEqualTo(10);
        assertThat(count("lockstep.changes", "s21")).isZero();
        post("/api/v1/models/s21/sources/a/check", "", 200);
        assertThat(reviews.countDocuments(Filters.eq("productTitle", "Desk lamp")))
                .isEqualTo(10);
        eventually(() -> get("/api/v1/models/s21/status").contains("\"wrong\":0"));
    }

    @Test
    void s27WholeSavesThatDropTheLabelEndRight() {
        MongoCollection<Document> customers = collection("s27_customers");
        MongoCollection<Document> orders = collection("s27_orders", "customerId");
        customers.insertOne(new Document("_id", "a").append("name", "Ann 0"));
        for (int i = 0; i < 20; i++) {
            orders.insertOne(new Document("_id", i).append("customerId", "a").append("customerName", "Ann 0"));
        }
        register("s27", "s27_customers", "s27_orders", "customerId", "customerName", "name", "");
        for (int i = 1; i <= 60; i++) {
            Document read = orders.find(Filters.eq("_id", i % 20)).first();
            set(customers, "a", "name", "Ann " + i);
            assertThat(read).isNotNull();
            read.remove("_lockstep");
            orders.replaceOne(Filters.eq("_id", i % 20), read.append("saved", i));
        }
        eventually(() -> orders.countDocuments(Filters.eq("customerName", "Ann 60")) == 20);
    }

    @Test
    void s29TwoCopiesOfOneSourceInOneOrder() {
        MongoCollection<Document> users = collection("s29_users");
        MongoCollection<Document> orders = collection("s29_orders", "buyerId", "sellerId");
        users.insertMany(List.of(
                new Document("_id", "a").append("name", "Ann"), new Document("_id", "b").append("name", "Bob")));
        orders.insertMany(List.of(deal(1, "a", "b"), deal(2, "b", "a"), deal(3, "a", "a")));
        post("""
                {"lockstep": 1, "model": "s29",
                 "source": {"store": "shop", "collection": "s29_users", "key": {"userId": "_id"}},
                 "copies": [
                  {"name": "buyer", "collection": "s29_orders", "pointer": {"buyerId": "userId"},
                   "fields": {"buyerName": "name"}, "strategy": "stream"},
                  {"name": "seller", "collection": "s29_orders", "pointer": {"sellerId": "userId"},
                   "fields": {"sellerName": "name"}, "strategy": "stream"}]}
                """);
        awaitFilled("s29");
        set(users, "b", "name", "Bobby");
        set(users, "a", "name", "Anna");
        eventually(() -> orders.countDocuments(names(1, "Anna", "Bobby")) == 1
                && orders.countDocuments(names(2, "Bobby", "Anna")) == 1
                && orders.countDocuments(names(3, "Anna", "Anna")) == 1);
    }

    @Test
    void anIndexDroppedWhileRunningBreaksTheModelAndMendsIt() {
        MongoCollection<Document> customers = collection("ix_customers");
        MongoCollection<Document> orders = collection("ix_orders", "customerId");
        customers.insertOne(new Document("_id", "a").append("name", "Ann"));
        orders.insertOne(new Document("_id", 1).append("customerId", "a").append("customerName", "Ann"));
        register("ix", "ix_customers", "ix_orders", "customerId", "customerName", "name", "");
        // the first model of a store is checked in full, which reads copies without the index
        eventually(() -> get("/api/v1/models/ix/status").contains("\"openGaps\":[]"));
        orders.dropIndex("customerId_1");
        set(customers, "a", "name", "Anna");
        eventually(() -> get("/api/v1/models/ix").contains("BROKEN"));
        assertThat(get("/api/v1/models/ix")).contains("createIndex");
        assertThat(value(orders, 1, "customerName")).isEqualTo("Ann");
        orders.createIndex(Indexes.ascending("customerId"));
        eventually(() -> value(orders, 1, "customerName").equals("Anna"));
        eventually(() -> get("/api/v1/models/ix").contains("ACTIVE"));
    }

    private static Document line(String sku, String name) {
        return new Document("sku", sku).append("productName", name).append("quantity", 1);
    }

    private static Document deal(int id, String buyer, String seller) {
        return new Document("_id", id).append("buyerId", buyer).append("sellerId", seller);
    }

    private static Bson names(int id, String buyer, String seller) {
        return Filters.and(Filters.eq("_id", id), Filters.eq("buyerName", buyer), Filters.eq("sellerName", seller));
    }

    private void registerLines(String model, String sources, String copies) {
        post("""
                {"lockstep": 1, "model": "%s",
                 "source": {"store": "shop", "collection": "%s", "key": {"sku": "_id"}},
                 "copies": [{"name": "lines", "collection": "%s",
                             "find": {"by": "index", "index": "items.sku_1",
                                      "elements": {"path": "items", "match": {"sku": "sku"}}},
                             "fields": {"productName": "title"}, "strategy": "stream"}]}
                """.formatted(model, sources, copies));
        awaitFilled(model);
    }

    private double checks(String model) {
        return meters.find("lockstep.copies").tag("model", model).counters().stream()
                .filter(counter ->
                        String.valueOf(counter.getId().getTag("outcome")).startsWith("checked"))
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private double count(String meter, String model) {
        return meters.find(meter).tag("model", model).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
