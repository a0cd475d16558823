package dev.lockstep.connectors.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Change;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CaptureFactory.Capture;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeSource.After;
import dev.lockstep.store.ChangeSource.Interest;
import dev.lockstep.store.ChangeSource.Now;
import dev.lockstep.store.ChangeSource.Subscription;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.value.FieldPath;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What only PostgreSQL's log has: transactions of several rows, key changes, truncation, and the slot's own position.
 */
class PostgresStreamIT {
    private static final AtomicInteger SLOTS = new AtomicInteger();

    private final String url = PostgresServer.database();
    private final String slot = "stream_" + ProcessHandle.current().pid() + "_" + SLOTS.incrementAndGet();
    private final Capture capture = new PostgresCaptureFactory()
            .open(
                    new StoreName("shop"),
                    Map.of("url", url, "schema", "public", "slot", slot, "publication", slot, "heartbeat", "PT0.1S"));

    PostgresStreamIT() {
        PostgresServer.execute(url, "CREATE TABLE t (id bigint PRIMARY KEY, name text)");
    }

    @AfterEach
    void close() {
        capture.close();
        PostgresServer.dropSlots(url);
    }

    private ChangeStream open(ChangeSource.Start start) {
        Interest interest = new Interest(Set.of(FieldPath.of("name")), false);
        return capture.open(slot, new Subscription(Map.of("t", interest)), start);
    }

    private record Seen(Change change, ResumePoint after) {}

    private static List<Seen> read(ChangeStream stream, int count) {
        List<Seen> seen = new ArrayList<>();
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (seen.size() < count) {
            assertThat(System.nanoTime()).as("still waiting after " + seen).isLessThan(end);
            ChangeStream.Batch batch = stream.poll(1, Duration.ofMillis(100));
            batch.changes().forEach(change -> seen.add(new Seen((Change) change, batch.resumeAfter())));
        }
        return seen;
    }

    private long flushed() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                ResultSet row = connection
                        .createStatement()
                        .executeQuery("SELECT confirmed_flush_lsn - '0/0' FROM pg_replication_slots WHERE slot_name = '"
                                + slot + "'")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** R2: the slot stays where it is while nothing is acknowledged, and moves after; what follows is not lost. */
    @Test
    void movesTheSlotAfterAnAcknowledgementOnly() throws SQLException {
        ResumePoint durable;
        try (ChangeStream stream = open(new Now())) {
            long begin = flushed();
            PostgresServer.execute(url, "INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b')");
            durable = read(stream, 2).get(1).after();
            for (int i = 0; i < 10; i++) {
                stream.poll(1, Duration.ofMillis(100));
            }
            assertThat(flushed()).isEqualTo(begin);

            stream.acknowledge(durable);
            long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (flushed() == begin) {
                assertThat(System.nanoTime()).as("the slot has not moved").isLessThan(end);
                PostgresServer.execute(url, "UPDATE t SET name = 'again' WHERE id = 2");
                stream.poll(1, Duration.ofMillis(100));
            }
        }
        PostgresServer.execute(url, "INSERT INTO t VALUES (3, 'c')");
        try (ChangeStream stream = open(new After(durable))) {
            List<String> keys = new ArrayList<>();
            while (!keys.contains("{\"id\":3}")) {
                keys.add(read(stream, 1).get(0).change().key().canonical());
            }
            assertThat(keys).doesNotContain("{\"id\":1}");
        }
    }

    /** Two updates of one row in one transaction, and a resume between them; what is repeated has its old position. */
    @Test
    void resumesInTheMiddleOfATransaction() {
        List<Seen> first;
        try (ChangeStream stream = open(new Now())) {
            PostgresServer.execute(
                    url,
                    "DO 'BEGIN INSERT INTO t VALUES (1, ''a''); UPDATE t SET name = ''b''; UPDATE t SET name = ''c''; END'");
            first = read(stream, 3);
            assertThat(first)
                    .extracting(seen -> seen.change().position())
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
        PostgresServer.execute(url, "INSERT INTO t VALUES (2, 'after')");
        for (int i = 0; i < 3; i++) {
            try (ChangeStream stream = open(new After(first.get(i).after()))) {
                List<Change> rest = new ArrayList<>();
                while (rest.isEmpty()
                        || !rest.get(rest.size() - 1).key().canonical().contains("2")) {
                    rest.add(read(stream, 1).get(0).change());
                }
                assertThat(rest)
                        .as("after change " + i)
                        .extracting(Change::position)
                        .containsAll(first.subList(i + 1, 3).stream()
                                .map(seen -> seen.change().position())
                                .toList());
            }
        }
    }

    /** In the order of commits, whatever began first. */
    @Test
    void ordersInterleavedTransactionsByCommit() throws SQLException {
        try (ChangeStream stream = open(new Now());
                Connection early = DriverManager.getConnection(url)) {
            early.setAutoCommit(false);
            early.createStatement().execute("INSERT INTO t VALUES (1, 'early')");
            PostgresServer.execute(url, "INSERT INTO t VALUES (2, 'late')");
            early.commit();

            assertThat(read(stream, 2))
                    .extracting(seen -> seen.change().key().canonical())
                    .containsExactly("{\"id\":2}", "{\"id\":1}");
        }
    }

    /** A change of the key is a delete and an insert; truncation deletes no copies. */
    @Test
    void tellsKeyChangesAndPassesOverTruncation() {
        try (ChangeStream stream = open(new Now())) {
            PostgresServer.execute(
                    url,
                    "INSERT INTO t VALUES (1, 'a')",
                    "UPDATE t SET id = 5",
                    "TRUNCATE t",
                    "INSERT INTO t VALUES (7, 'b')");

            assertThat(read(stream, 4))
                    .extracting(
                            seen -> seen.change().kind() + seen.change().key().canonical())
                    .containsExactly("INSERT{\"id\":1}", "DELETE{\"id\":1}", "INSERT{\"id\":5}", "INSERT{\"id\":7}");
        }
    }
}
