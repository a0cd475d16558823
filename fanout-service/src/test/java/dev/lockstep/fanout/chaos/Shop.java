package dev.lockstep.fanout.chaos;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.Document;

/** The application's data: customers, and orders that carry their customer's name and tier. */
final class Shop {
    static final int CUSTOMERS = 200;
    static final int ORDERS = 2_000;

    static final String MODEL = """
            lockstep: 1
            model: order-customer
            source: {store: shop, collection: customers, key: {customerId: _id}}
            copies:
              - collection: orders
                pointer: {customerId: customerId}
                find: {by: index, index: customerId_1}
                fields: {customerName: name, customerTier: profile.tier}
                strategy: stream
            """;

    private final MongoCollection<Document> customers;
    private final MongoCollection<Document> orders;

    Shop(MongoClient client) {
        customers = client.getDatabase("shop").getCollection("customers");
        orders = client.getDatabase("shop").getCollection("orders");
    }

    MongoCollection<Document> customers() {
        return customers;
    }

    MongoCollection<Document> orders() {
        return orders;
    }

    static String customer(int number) {
        return "cust_" + number;
    }

    /** Names carry a counter that grows with every rename of their customer. */
    static String name(String customer, long counter) {
        return customer + "#" + counter;
    }

    static long counter(String name) {
        return Long.parseLong(name.substring(name.indexOf('#') + 1));
    }

    static Document order(int number, String customer, String name) {
        return new Document("_id", "order_" + number)
                .append("customerId", customer)
                .append("customerName", name)
                .append("customerTier", "none")
                .append("total", number);
    }

    void load(Random random) {
        List<Document> some = new ArrayList<>();
        for (int i = 0; i < CUSTOMERS; i++) {
            some.add(new Document("_id", customer(i))
                    .append("name", name(customer(i), 0))
                    .append("profile", new Document("tier", "silver")));
        }
        customers.insertMany(some);
        some.clear();
        for (int i = 0; i < ORDERS; i++) {
            String customer = customer(random.nextInt(CUSTOMERS));
            some.add(order(i, customer, name(customer, 0)));
        }
        orders.insertMany(some);
        orders.createIndex(Indexes.ascending("customerId"));
    }
}
