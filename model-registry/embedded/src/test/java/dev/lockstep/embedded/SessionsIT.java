package dev.lockstep.embedded;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.ClientSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class SessionsIT extends DriverTest {
    @Test
    void takesBackEveryWriteOfAnAbortedTransactionAndShowsNoneToStreams() {
        orders.insertMany(List.of(doc("{_id: 1, a: 1}"), doc("{_id: 2, a: 1, b: {c: 1}}"), doc("{_id: 3, a: 1}")));
        List<Document> before = orders.find().sort(doc("{_id: 1}")).into(new ArrayList<>());
        try (var cursor = orders.watch().maxAwaitTime(10, TimeUnit.MILLISECONDS).cursor();
                ClientSession session = client.startSession()) {
            session.startTransaction();
            orders.insertOne(session, doc("{_id: 4}"));
            orders.updateMany(session, gte("_id", 1), set("b.c", 9));
            orders.deleteOne(session, eq("_id", 2));
            orders.replaceOne(session, eq("_id", 3), doc("{z: 1}"));
            orders.deleteOne(session, eq("_id", 4));
            session.abortTransaction();
            assertThat(orders.find().sort(doc("{_id: 1}")).into(new ArrayList<>()))
                    .isEqualTo(before);
            orders.insertOne(doc("{_id: 5}"));
            var event = cursor.next();
            assertThat(event.getFullDocument()).isEqualTo(doc("{_id: 5}"));
        }
        assertThat(orders.updateOne(eq("_id", 2), inc("a", 1)).getModifiedCount())
                .isEqualTo(1);
    }

    @Test
    void failsASecondTransactionThatWritesTheSameDocument() {
        orders.insertOne(doc("{_id: 1}"));
        try (ClientSession one = client.startSession();
                ClientSession two = client.startSession()) {
            one.startTransaction();
            two.startTransaction();
            orders.updateOne(one, eq("_id", 1), set("a", 1));
            assertThatThrownBy(() -> orders.updateOne(two, eq("_id", 1), set("a", 2)))
                    .isInstanceOfSatisfying(MongoException.class, e -> {
                        assertThat(e.getCode()).isEqualTo(112);
                        assertThat(e.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL))
                                .isTrue();
                    });
            one.commitTransaction();
        }
        assertThat(orders.find().first()).isEqualTo(doc("{_id: 1, a: 1}"));
    }

    @Test
    void letsASingleWriteWaitForTheTransactionThatHoldsItsDocument() throws Exception {
        orders.insertOne(doc("{_id: 1, n: 0}"));
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            orders.updateOne(session, eq("_id", 1), inc("n", 1));
            CountDownLatch started = new CountDownLatch(1);
            Future<Long> write = other.submit(() -> {
                started.countDown();
                return orders.updateOne(eq("_id", 1), inc("n", 10)).getModifiedCount();
            });
            started.await();
            session.commitTransaction();
            assertThat(write.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        } finally {
            other.shutdownNow();
        }
        assertThat(orders.find().first()).isEqualTo(doc("{_id: 1, n: 11}"));
    }

    @Test
    void readsCausallyAndTellsClusterTimes() {
        BsonTimestamp written;
        try (ClientSession writer = client.startSession()) {
            orders.insertOne(writer, doc("{_id: 1}"));
            written = writer.getOperationTime();
            assertThat(writer.getClusterTime().getTimestamp("clusterTime")).isGreaterThanOrEqualTo(written);
        }
        try (ClientSession reader = client.startSession(
                ClientSessionOptions.builder().causallyConsistent(true).build())) {
            reader.advanceOperationTime(written);
            assertThat(orders.withReadConcern(ReadConcern.MAJORITY)
                            .find(reader, eq("_id", 1))
                            .first())
                    .isNotNull();
            assertThat(reader.getOperationTime()).isGreaterThanOrEqualTo(written);
        }
        try (var cursor = orders.watch().startAtOperationTime(written).cursor()) {
            assertThat(cursor.next().getClusterTime()).isEqualTo(written);
        }
    }

    @Test
    void keepsEachDocumentsChangesInTheOrderOfTheirEffectsUnderManyWriters() throws Exception {
        int writers = 8;
        int rounds = 100;
        orders.insertOne(doc("{_id: 1, n: 0}"));
        ExecutorService pool = Executors.newFixedThreadPool(writers);
        try (var cursor = orders.watch().cursor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                running.add(pool.submit(() -> {
                    for (int i = 0; i < rounds; i++) {
                        orders.updateOne(eq("_id", 1), inc("n", 1));
                        orders.find(eq("_id", 1)).first();
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get(60, TimeUnit.SECONDS);
            }
            for (int i = 1; i <= writers * rounds; i++) {
                assertThat(cursor.next()
                                .getUpdateDescription()
                                .getUpdatedFields()
                                .getInt32("n")
                                .getValue())
                        .isEqualTo(i);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(orders.find().first()).isEqualTo(doc("{_id: 1, n: 800}"));
    }

    @Test
    void waitsForEventsOnManyStreamsWithoutHoldingUpOtherClients() {
        List<AutoCloseable> open = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(30);
        try {
            List<Future<Document>> first = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                var cursor = orders.watch().cursor();
                open.add(cursor);
                first.add(pool.submit(() -> cursor.next().getFullDocument()));
            }
            long start = System.nanoTime();
            orders.insertOne(doc("{_id: 1}"));
            for (Future<Document> each : first) {
                assertThat(each).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(doc("{_id: 1}"));
            }
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(5));
        } finally {
            pool.shutdownNow();
        }
    }
}
