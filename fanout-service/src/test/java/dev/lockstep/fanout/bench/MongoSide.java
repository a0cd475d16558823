package dev.lockstep.fanout.bench;

import com.mongodb.MongoException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.lockstep.embedded.EmbeddedMongo;
import dev.lockstep.embedded.EmbeddedMongoOptions;
import dev.lockstep.fanout.run.Threads;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.store.ConnectorFactory;
import dev.lockstep.testkit.Models;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Contenders on a server of their own, the imitation of MongoDB, in this process. */
abstract class MongoSide implements Side {
    private static final String MARKER = "marker";

    final EmbeddedMongo server = EmbeddedMongo.start(EmbeddedMongoOptions.defaults());
    final MongoClient client = MongoClients.create(server.uri());
    final MongoDatabase shop = client.getDatabase("shop");
    final MongoCollection<Document> orders = shop.getCollection("orders");
    final AtomicLong written = new AtomicLong();

    @Override
    public void begin(int customers, int copies) {
        shop.createCollection("customers");
        shop.createCollection("orders");
        shop.getCollection("customers").insertOne(new Document("_id", MARKER).append("name", "old"));
        orders.insertOne(new Document("customerId", MARKER).append("customerName", "old"));
        List<Document> some = new ArrayList<>();
        for (int customer = 0; customer < customers; customer++) {
            shop.getCollection("customers").insertOne(new Document("_id", "c" + customer).append("name", "old"));
            for (int copy = 0; copy < copies; copy++) {
                some.add(new Document("_id", new ObjectId())
                        .append("customerId", "c" + customer)
                        .append("customerName", "old")
                        .append("status", "OPEN")
                        .append("total", copy));
            }
        }
        for (int from = 0; from < some.size(); from += 5_000) {
            orders.insertMany(some.subList(from, Math.min(from + 5_000, some.size())));
        }
        orders.createIndex(Indexes.ascending("customerId"));
        listen();
    }

    abstract void listen();

    @Override
    public void rename(List<Integer> customers, String name) {
        for (int customer : customers) {
            shop.getCollection("customers").updateOne(Filters.eq("_id", "c" + customer), Updates.set("name", name));
        }
    }

    @Override
    public long written() {
        return written.get();
    }

    @Override
    public long wrong(String name) {
        return orders.countDocuments(Filters.and(Filters.ne("customerName", name), Filters.ne("customerId", MARKER)));
    }

    @Override
    public long busyNanos() {
        return server.busyTime().toNanos();
    }

    @Override
    public void settle() {}

    @Override
    public void close() {
        client.close();
        server.close();
    }

    /** A listener by hand: the change stream of the sources, the new name from the event. */
    static final class ByHand extends MongoSide {
        private final boolean oneByOne;
        private volatile boolean closed;

        /** {@code oneByOne}: the naive one updates each copy by itself; else one unguarded updateMany a change. */
        ByHand(boolean oneByOne) {
            this.oneByOne = oneByOne;
        }

        @Override
        void listen() {
            MongoChangeStreamCursor<ChangeStreamDocument<Document>> changes =
                    shop.getCollection("customers").watch().batchSize(500).cursor();
            Thread thread = new Thread(() -> run(changes), "by-hand");
            thread.setDaemon(true);
            thread.start();
        }

        private void run(MongoChangeStreamCursor<ChangeStreamDocument<Document>> changes) {
            try {
                while (!closed) {
                    ChangeStreamDocument<Document> change = changes.tryNext();
                    if (change != null && change.getUpdateDescription() != null && change.getDocumentKey() != null) {
                        update(
                                change.getDocumentKey().getString("_id").getValue(),
                                change.getUpdateDescription()
                                        .getUpdatedFields()
                                        .getString("name")
                                        .getValue());
                    }
                }
            } catch (MongoException | IllegalStateException e) {
                if (!closed) {
                    throw e;
                }
            }
        }

        private void update(String customer, String name) {
            if (oneByOne) {
                for (Document order :
                        orders.find(Filters.eq("customerId", customer)).projection(new Document("_id", 1))) {
                    orders.updateOne(Filters.eq("_id", order.get("_id")), Updates.set("customerName", name));
                    written.incrementAndGet();
                }
            } else {
                written.addAndGet(
                        orders.updateMany(Filters.eq("customerId", customer), Updates.set("customerName", name))
                                .getModifiedCount());
            }
        }

        @Override
        public void close() {
            closed = true;
            super.close();
        }
    }

    /** The pipeline and the connector of production, on the threads of production; the state store is in memory. */
    static final class ByLockstep extends MongoSide {
        private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        private final Threads threads = new Threads();
        private final RunningLockstep lockstep = new RunningLockstep(written);

        @Override
        void listen() {
            try {
                context.register(Class.forName("dev.lockstep.connectors.mongodb.MongoConnectorAutoConfiguration"));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
            context.refresh();
            StoreName name = Models.SHOP;
            Connector connector =
                    context.getBean(ConnectorFactory.class).open(name, Map.of("uri", server.uri(), "database", "shop"));
            lockstep.start(connector, threads);
        }

        @Override
        public void settle() {
            lockstep.settleBehind(() -> shop.getCollection("customers")
                    .updateOne(Filters.eq("_id", MARKER), Updates.set("name", "at " + System.nanoTime())));
        }

        @Override
        public void close() {
            threads.stop(Duration.ofSeconds(5));
            context.close();
            super.close();
        }
    }

    static void pause() {
        try {
            TimeUnit.MICROSECONDS.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
