package dev.lockstep.fanout.demo;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.Random;

/** Renames a customer, a product or an author's avatar, as an application would. Leaves cust_42 to whoever tries the demo. */
final class Renames implements Runnable {
    private final MongoDatabase shop;
    private final Random random = new Random();
    private int made;

    Renames(MongoDatabase shop) {
        this.shop = shop;
    }

    @Override
    public void run() {
        made++;
        if (made % 5 == 0) {
            int product = SampleData.REVIEWED + 1 + random.nextInt(SampleData.PRODUCTS - SampleData.REVIEWED);
            set("products", "sku_" + product, "title", SampleData.title(made));
        } else if (made % 7 == 0) {
            int author = 1 + random.nextInt(SampleData.AUTHORS);
            set("authors", "author_" + author, "avatar", SampleData.avatar(author, made));
        } else {
            int customer = 1 + random.nextInt(SampleData.CUSTOMERS - 1);
            String id = "cust_" + (customer == 42 ? SampleData.CUSTOMERS : customer);
            set("customers", id, "name", SampleData.name(made) + " " + (char) ('A' + made % 26) + ".");
        }
    }

    private void set(String collection, String id, String field, String value) {
        shop.getCollection(collection).updateOne(Filters.eq("_id", id), Updates.set(field, value));
    }
}
