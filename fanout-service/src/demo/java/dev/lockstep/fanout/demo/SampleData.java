package dev.lockstep.fanout.demo;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bson.Document;

/** A small shop: the same data at every start. Copies begin right, without labels; registering the models fills them. */
final class SampleData {
    static final int CUSTOMERS = 200;
    static final int PRODUCTS = 50;

    /** Products up to here have reviews, and keep their titles: drift on reviews is left to whoever tries the repair job. */
    static final int REVIEWED = 40;

    private static final int ORDERS = 5_000;
    private static final int REVIEWS = 2_000;
    static final int AUTHORS = 20;
    private static final int POSTS = 2_000;
    private static final int USERS = 100;
    private static final List<String> NAMES = List.of(
            "Amina", "Bao", "Chidi", "Dalia", "Emeka", "Freya", "Goran", "Hana", "Ilse", "Jun", "Kofi", "Lena", "Mateo",
            "Noor", "Oluwa", "Priya", "Quinn", "Rosa", "Sana", "Tariq", "Uma", "Vera", "Wanjiru", "Xenia", "Yusuf");
    private static final List<String> THINGS =
            List.of("Lamp", "Kettle", "Chair", "Notebook", "Bicycle bell", "Teapot", "Desk", "Globe", "Radio", "Umbrella");
    private static final List<String> TIERS = List.of("bronze", "silver", "gold");

    private final MongoDatabase shop;
    private final Random random = new Random(42);

    SampleData(MongoDatabase shop) {
        this.shop = shop;
    }

    /** A person's name; customer 42 is Zubaida. */
    static String name(int number) {
        return number == 42 ? "Zubaida" : NAMES.get(number % NAMES.size());
    }

    static String title(int number) {
        return THINGS.get(number % THINGS.size()) + " no. " + number;
    }

    static String avatar(int number, int version) {
        return "avatars/author-" + number + "-v" + version + ".png";
    }

    void load() {
        insert("customers", CUSTOMERS, i -> new Document("_id", "cust_" + i)
                .append("name", name(i)).append("tier", tier(i)));
        insert("products", PRODUCTS, i -> new Document("_id", "sku_" + i).append("title", title(i)));
        insert("users", USERS, i -> new Document("_id", "user_" + i).append("name", name(i)));
        insert("authors", AUTHORS, i -> new Document("_id", "author_" + i).append("avatar", avatar(i, 1)));
        insert("orders", ORDERS, this::order);
        insert("reviews", REVIEWS, this::review);
        insert("posts", POSTS, this::post);
        company();
        index("orders", "customerId");
        index("orders", "items.sku");
        index("orders", "buyerId");
        index("orders", "sellerId");
        index("reviews", "productId");
        index("posts", "authorId");
    }

    private static String tier(int customer) {
        return TIERS.get(customer % TIERS.size());
    }

    private Document order(int number) {
        int customer = 1 + random.nextInt(CUSTOMERS);
        int buyer = 1 + random.nextInt(USERS);
        int seller = 1 + random.nextInt(USERS);
        List<Document> items = IntStream.rangeClosed(1, 1 + random.nextInt(3))
                .map(line -> 1 + random.nextInt(PRODUCTS))
                .distinct()
                .mapToObj(product -> new Document("sku", "sku_" + product)
                        .append("productName", title(product))
                        .append("quantity", 1 + random.nextInt(5)))
                .toList();
        return new Document("_id", "order_" + number)
                .append("customerId", "cust_" + customer)
                .append("customerName", name(customer))
                .append("customerTier", tier(customer))
                .append("buyerId", "user_" + buyer)
                .append("buyerName", name(buyer))
                .append("sellerId", "user_" + seller)
                .append("sellerName", name(seller))
                .append("status", number % 3 == 0 ? "SHIPPED" : "OPEN")
                .append("items", items);
    }

    private Document review(int number) {
        int product = 1 + random.nextInt(REVIEWED);
        return new Document("_id", "review_" + number)
                .append("productId", "sku_" + product)
                .append("productTitle", title(product))
                .append("stars", 1 + random.nextInt(5));
    }

    private Document post(int number) {
        int author = 1 + random.nextInt(AUTHORS);
        return new Document("_id", "post_" + number)
                .append("authorId", "author_" + author)
                .append("authorAvatar", avatar(author, 1));
    }

    private void company() {
        insert("companies", 2, i -> new Document("_id", "company_" + i).append("name", "Company " + i));
        insert("departments", 6, i -> new Document("_id", "department_" + i)
                .append("companyId", "company_" + (i % 2 + 1)).append("companyName", "Company " + (i % 2 + 1)));
        insert("employees", 60, i -> new Document("_id", "employee_" + i)
                .append("departmentId", "department_" + (i % 6 + 1)).append("name", name(i)));
        index("departments", "companyId");
        index("employees", "departmentId");
    }

    private void insert(String collection, int count, IntFunction<Document> make) {
        List<Document> documents = new ArrayList<>(IntStream.rangeClosed(1, count).mapToObj(make).toList());
        shop.getCollection(collection).insertMany(documents);
    }

    private void index(String collection, String field) {
        shop.getCollection(collection).createIndex(Indexes.ascending(field));
    }
}
