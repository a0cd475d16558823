package dev.lockstep.fanout.chaos;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;

/**
 * The application: knows nothing of Lockstep and does everything that the promises allow. Its changes are seeded; its
 * thread writes on while the service is down. It never writes more than the {@link #allow allowed} number of changes.
 */
final class Writer implements Runnable {
    private final Shop shop;
    private final Random random;
    private final Map<String, Long> counters = new HashMap<>();
    private final AtomicLong allowed = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private volatile boolean stopped;
    private volatile RuntimeException failure;
    private int orders = Shop.ORDERS;

    Writer(Shop shop, Random random) {
        this.shop = shop;
        this.random = random;
    }

    /** From now on so many changes in all may be written. */
    void allow(long changes) {
        allowed.set(changes);
    }

    long written() {
        if (failure != null) {
            throw new IllegalStateException("the writer failed", failure);
        }
        return written.get();
    }

    void stop() {
        stopped = true;
    }

    /** What this thread last named each customer; read it after the thread has ended. */
    Map<String, Long> counters() {
        return counters;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                if (written.get() < allowed.get()) {
                    change();
                    written.incrementAndGet();
                } else {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void change() {
        int which = random.nextInt(100);
        String order = "order_" + random.nextInt(orders);
        String customer = Shop.customer(random.nextInt(Shop.CUSTOMERS));
        if (which < 60) {
            rename(customer);
        } else if (which < 65) {
            shop.customers()
                    .updateOne(
                            Filters.eq("_id", customer),
                            Updates.set("profile.tier", random.nextBoolean() ? "gold" : "silver"));
        } else if (which < 70) {
            shop.customers().updateOne(Filters.eq("_id", customer), Updates.inc("visits", 1));
        } else if (which < 77) {
            insertStale(customer);
        } else if (which < 84) {
            shop.orders().updateOne(Filters.eq("_id", order), Updates.set("customerId", customer));
        } else if (which < 91) {
            shop.orders().updateOne(Filters.eq("_id", order), Updates.set("customerName", "edited#" + which));
        } else if (which < 98) {
            saveWhole(order);
        } else {
            shop.orders().deleteOne(Filters.eq("_id", order));
        }
    }

    private void rename(String customer) {
        long counter = counters.merge(customer, 1L, Long::sum);
        shop.customers().updateOne(Filters.eq("_id", customer), Updates.set("name", Shop.name(customer, counter)));
    }

    /** An order with the name that its customer had some renames ago. */
    private void insertStale(String customer) {
        long now = counters.getOrDefault(customer, 0L);
        String name = Shop.name(customer, Math.max(0, now - random.nextInt(3)));
        shop.orders().insertOne(Shop.order(orders++, customer, name));
    }

    /** As an application with an object mapper saves: everything it knows of the record, and so without labels. */
    private void saveWhole(String order) {
        Document read = shop.orders().find(Filters.eq("_id", order)).first();
        if (read != null) {
            read.remove("_lockstep");
            read.append("total", random.nextInt(1_000));
            shop.orders().replaceOne(Filters.eq("_id", order), read);
        }
    }
}
