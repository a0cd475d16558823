package dev.lockstep.fanout.chaos;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Watches every change of the orders with a plain change stream and judges what Lockstep wrote. It rebuilds each order
 * from the events. A write of Lockstep's is one that changes the label; the application never writes labels.
 *
 * <p>While a copy keeps the label of one customer, the label's version may never fall, an event write's version must
 * grow, and the counter in the name may not fall from one event write to the next, nor by a check. An event write after
 * a check may show an older name until the stream has caught up (that is what P2 allows); such are only counted.
 */
final class Observer implements Runnable {
    /** A write of Lockstep's: the label, and the counter in the name beside it. */
    private record Seen(BsonDocument label, long counter) {
        String source() {
            return label.getString("s").getValue();
        }

        String version() {
            return label.getString("v").getValue();
        }

        /** Checks leave a nonce. */
        boolean check() {
            return label.containsKey("n");
        }
    }

    /** The total that the application gives the last order it touches. */
    static final int LAST = -1;

    private final Shop shop;
    private final Map<BsonValue, BsonDocument> orders = new HashMap<>();
    private final Map<BsonValue, Seen> labels = new HashMap<>();
    private final BsonTimestamp from;
    private volatile boolean stopped;
    private volatile @Nullable RuntimeException failure;
    private volatile long eventWrites;
    private volatile long checkWrites;
    private volatile long labelsBackwards;
    private volatile long valuesBackwards;
    private volatile long behindACheck;
    private volatile boolean last;

    /** Begins with the orders as they are; nobody may have written them since {@code from}. */
    Observer(Shop shop, BsonTimestamp from) {
        this.shop = shop;
        this.from = from;
        for (Document order : shop.orders().find()) {
            BsonDocument document = order.toBsonDocument();
            orders.put(document.get("_id"), document);
        }
    }

    void stop() {
        stopped = true;
    }

    long eventWrites() {
        return eventWrites;
    }

    long checkWrites() {
        return checkWrites;
    }

    long labelsBackwards() {
        return labelsBackwards;
    }

    long valuesBackwards() {
        return valuesBackwards;
    }

    long behindACheck() {
        return behindACheck;
    }

    /** True when an order whose total is {@link #LAST} was seen. */
    boolean hasSeenTheLast() {
        RuntimeException failed = failure;
        if (failed != null) {
            throw new IllegalStateException("the observer failed", failed);
        }
        return last;
    }

    @Override
    public void run() {
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> events = shop.orders()
                .watch()
                .startAtOperationTime(from)
                .batchSize(1_000)
                .cursor()) {
            while (!stopped) {
                ChangeStreamDocument<Document> event = events.tryNext();
                if (event != null) {
                    see(event);
                }
            }
        } catch (MongoException | IllegalStateException e) {
            failure = e;
        }
    }

    private void see(ChangeStreamDocument<Document> event) {
        BsonDocument key = event.getDocumentKey();
        if (key == null) {
            return;
        }
        BsonValue id = key.get("_id");
        switch (event.getOperationType()) {
            case INSERT, REPLACE -> orders.put(id, document(event).toBsonDocument());
            case UPDATE -> update(event, orders.get(id));
            case DELETE -> orders.remove(id);
            default -> throw new IllegalStateException("an event " + event.getOperationType());
        }
        judge(id, orders.get(id));
        BsonDocument order = orders.get(id);
        last |= order != null && order.getNumber("total").intValue() == LAST;
    }

    private static Document document(ChangeStreamDocument<Document> event) {
        Document document = event.getFullDocument();
        if (document == null) {
            throw new IllegalStateException("an event without its document");
        }
        return document;
    }

    private static void update(ChangeStreamDocument<Document> event, @Nullable BsonDocument order) {
        var description = event.getUpdateDescription();
        if (description == null || order == null) {
            throw new IllegalStateException("an update of nothing");
        }
        BsonDocument updated = description.getUpdatedFields();
        if (updated != null) {
            updated.forEach((path, value) -> parent(order, path).put(last(path), value));
        }
        List<String> removed = description.getRemovedFields();
        if (removed != null) {
            removed.forEach(path -> parent(order, path).remove(last(path)));
        }
    }

    private static BsonDocument parent(BsonDocument document, String path) {
        String[] names = path.split("\\.");
        BsonDocument here = document;
        for (int i = 0; i < names.length - 1; i++) {
            if (!here.containsKey(names[i])) {
                here.put(names[i], new BsonDocument());
            }
            here = here.getDocument(names[i]);
        }
        return here;
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    private void judge(BsonValue id, @Nullable BsonDocument order) {
        BsonDocument label = order == null ? null : label(order);
        if (order == null || label == null) {
            labels.remove(id);
            return;
        }
        Seen before = labels.get(id);
        if (before != null && before.label().equals(label)) {
            return;
        }
        long counter = Shop.counter(order.getString("customerName").getValue());
        Seen now = new Seen(label.clone(), counter);
        if (now.check()) {
            checkWrites++;
        } else {
            eventWrites++;
        }
        if (before != null && before.source().equals(now.source())) {
            compare(id, before, now);
        }
        labels.put(id, now);
    }

    private void compare(BsonValue id, Seen before, Seen now) {
        int order = now.version().compareTo(before.version());
        if (order < 0 || (order == 0 && !now.check())) {
            labelsBackwards++;
            System.out.println("label backwards: " + id + " " + before + " -> " + now);
        }
        if (now.counter() < before.counter() && before.check() && !now.check()) {
            behindACheck++;
        } else if (now.counter() < before.counter()) {
            valuesBackwards++;
            System.out.println("value backwards: " + id + " " + before + " -> " + now);
        }
    }

    static @Nullable BsonDocument label(BsonDocument order) {
        return order.get("_lockstep") instanceof BsonDocument labels
                        && labels.get("order-customer") instanceof BsonDocument copies
                        && copies.get("orders") instanceof BsonDocument label
                ? label
                : null;
    }
}
