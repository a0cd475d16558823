package dev.lockstep.fanout.chaos;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.lockstep.fanout.process.ServiceProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bson.BsonTimestamp;
import org.bson.Document;

/** Says what the copies must hold: by the writer's own memory and the store's plain driver. */
final class Oracle {
    private static final Duration QUIET = Duration.ofSeconds(120);
    private static final String MARKER = "marker";

    /** Copies that are not as they should be, and whose they are. */
    record AtRest(Set<String> stale, Set<String> customers) {}

    private Oracle() {}

    static BsonTimestamp now(MongoClient client) {
        return client.getDatabase("admin")
                .runCommand(new Document("hello", 1))
                .get("operationTime", BsonTimestamp.class);
    }

    static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void explain(AtRest rest, Shop shop, ServiceProcess service) {
        if (rest.stale().isEmpty()) {
            return;
        }
        System.out.println(rest.stale().size() + " copies are stale, of customers " + rest.customers());
        rest.stale().stream().limit(3).forEach(id -> {
            Document order = shop.orders().find(Filters.eq("_id", id)).first();
            System.out.println(order);
            if (order != null) {
                System.out.println(shop.customers()
                        .find(Filters.eq("_id", order.getString("customerId")))
                        .first());
            }
        });
        for (String path : List.of("stores", "models/order-customer/status", "dead-letters", "gaps")) {
            System.out.println(path + ": " + service.get("/api/v1/" + path).body());
        }
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + QUIET.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited too long for " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** Waits until every copy is right, or until that took too long; returns what is wrong then. */
    static AtRest awaitRest(Shop shop, Map<String, Long> counters) throws InterruptedException {
        long deadline = System.nanoTime() + QUIET.toNanos();
        AtRest rest = atRest(shop, counters);
        while (!rest.stale().isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(1_000);
            rest = atRest(shop, counters);
        }
        return rest;
    }

    /** The writer's own memory says what each customer is called; the database only adds the tier. */
    static AtRest atRest(Shop shop, Map<String, Long> counters) {
        Map<String, String> tiers = new TreeMap<>();
        for (Document customer : shop.customers().find()) {
            tiers.put(
                    customer.getString("_id"),
                    customer.get("profile", Document.class).getString("tier"));
        }
        AtRest rest = new AtRest(new HashSet<>(), new HashSet<>());
        for (Document order : shop.orders().find()) {
            String customer = order.getString("customerId");
            String expected = Shop.name(customer, counters.getOrDefault(customer, 0L));
            if (!expected.equals(order.getString("customerName"))
                    || !tiers.get(customer).equals(order.getString("customerTier"))) {
                rest.stale().add(order.getString("_id"));
                rest.customers().add(customer);
            }
        }
        return rest;
    }

    /** An order with a wrong name, inserted last: when it is right, everything before it has passed. */
    static void awaitMarker(Shop shop, Observer observer, ServiceProcess service) {
        String id = "order_" + Integer.MAX_VALUE;
        shop.orders().insertOne(Shop.order(Integer.MAX_VALUE, Shop.customer(0), MARKER + "#0"));
        try {
            await("the marker to be put right", () -> !name(shop, id).startsWith(MARKER));
            shop.orders().updateOne(Filters.eq("_id", id), Updates.set("total", Observer.LAST));
            await("the observer", observer::hasSeenTheLast);
        } catch (AssertionError e) {
            explain(new AtRest(Set.of(id), Set.of()), shop, service);
            throw e;
        }
    }

    private static String name(Shop shop, String id) {
        Document order = shop.orders().find(Filters.eq("_id", id)).first();
        return order == null ? MARKER : order.getString("customerName");
    }
}
