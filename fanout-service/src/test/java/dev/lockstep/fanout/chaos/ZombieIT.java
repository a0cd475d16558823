package dev.lockstep.fanout.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.lockstep.embedded.junit.PostgresServer;
import dev.lockstep.fanout.process.ServiceProcess;
import dev.lockstep.fanout.process.StateHistory;
import dev.lockstep.fanout.process.StateHistory.Saved;
import dev.lockstep.fanout.process.StateHistory.Turn;
import dev.lockstep.fanout.process.StoreProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The owner of a stream stands still, in the middle of its work, for longer than its lease; another process takes over;
 * then the first goes on and knows nothing of it. The state is on PostgreSQL, which notes what becomes of lease and
 * checkpoint; a plain change stream watches the copies.
 */
class ZombieIT {
    private static final int CHANGES = 1_500;
    private static final Pattern BACKLOG = Pattern.compile("\"backlog\":(\\d+)");
    private static final Pattern TOKEN = Pattern.compile("82([0-9a-fA-F]{16})");

    private final long seed = Long.getLong("chaos.seed", 20_260_602L);
    private final Random random = new Random(seed);
    private final String url = PostgresServer.database();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void aProcessThatStoodStillForLongerThanItsLeaseDoesNoHarm() throws IOException, InterruptedException {
        System.out.println("zombie: seed " + seed);
        Path models = Files.createDirectories(directory.resolve("models"));
        Files.writeString(models.resolve("order-customer.yaml"), Shop.MODEL);
        try (StoreProcess store = StoreProcess.start(directory, "-Xmx1g");
                MongoClient client = MongoClients.create(store.uri())) {
            Shop shop = new Shop(client);
            shop.load(random);
            Observer observer = new Observer(shop, Oracle.now(client));
            Writer writer = new Writer(shop, new Random(random.nextLong()));
            Thread watching = Oracle.start("observer", observer);
            Thread writing = Oracle.start("writer", writer);
            StateHistory history;
            try (ServiceProcess first = service("first.log", store.uri()).awaitReading()) {
                history = StateHistory.begin(url);
                try (ServiceProcess second = service("second.log", store.uri()).awaitStart()) {
                    Oracle.await("the second to stand by", () -> stores(second).contains("STANDBY"));
                    freezeAndTakeOver(first, second, writer, observer, history);
                    writer.allow(3 * CHANGES);
                    first.thaw();
                    Oracle.await("the zombie to stand by", () -> stores(first).contains("STANDBY"));
                    Oracle.await("the writer", () -> writer.written() >= 3 * CHANGES);
                    assertThat(history.turns()).as("takeovers while both ran").hasSize(1);
                    second.kill();
                }
                Oracle.await(
                        "the former zombie to take over", () -> history.turns().size() == 2);
                writer.allow(4 * CHANGES);
                Oracle.await("the writer", () -> writer.written() >= 4 * CHANGES);
                writer.stop();
                writing.join();
                Oracle.AtRest rest = Oracle.awaitRest(shop, writer.counters());
                Oracle.explain(rest, shop, first);
                assertThat(rest.stale()).as("copies stale at rest").isEmpty();
                Oracle.awaitMarker(shop, observer, first);
                assertThat(Oracle.atRest(shop, writer.counters()).stale())
                        .as("copies stale in the end")
                        .isEmpty();
                first.terminate();
            }
            observer.stop();
            watching.join();
            assertThat(observer.labelsBackwards()).as("labels backwards").isZero();
            assertThat(observer.valuesBackwards()).as("values backwards").isZero();
            oneOwnerAtATime(history);
        }
    }

    /** It is stopped while it has work in its hands; the second then does what the application goes on asking for. */
    private static void freezeAndTakeOver(
            ServiceProcess first, ServiceProcess second, Writer writer, Observer observer, StateHistory history) {
        String owner = Objects.requireNonNull(history.owner());
        long before = observer.eventWrites();
        writer.allow(CHANGES);
        Oracle.await("work in its hands", () -> observer.eventWrites() > before && backlog(first) > 0);
        first.freeze();
        writer.allow(2 * CHANGES);
        Oracle.await("the takeover", () -> !history.turns().isEmpty());
        assertThat(history.owner()).isNotEqualTo(owner);
        Oracle.await("the second to read", () -> stores(second).contains("RUNNING"));
        Oracle.await("the writer", () -> writer.written() >= 2 * CHANGES);
        int saved = history.checkpoints().size();
        Oracle.await("the second's checkpoints", () -> history.checkpoints().size() > saved);
    }

    private static String stores(ServiceProcess service) {
        return service.get("/api/v1/stores").body();
    }

    private static long backlog(ServiceProcess service) {
        Matcher backlog = BACKLOG.matcher(
                service.get("/api/v1/models/order-customer/status").body());
        return backlog.find() ? Long.parseLong(backlog.group(1)) : 0;
    }

    /** What the database noted: no lease was taken before its end, and no checkpoint was saved without one. */
    private static void oneOwnerAtATime(StateHistory history) {
        for (Turn turn : history.turns()) {
            boolean free = turn.before().isEmpty() || !turn.expired().isAfter(turn.at());
            assertThat(free || turn.owner().isEmpty())
                    .as("the lease was free: " + turn)
                    .isTrue();
            assertThat(turn.fence())
                    .isEqualTo(turn.fenceBefore() + (turn.owner().isEmpty() ? 0 : 1));
        }
        List<Saved> checkpoints = history.checkpoints();
        assertThat(checkpoints)
                .isNotEmpty()
                .allSatisfy(saved -> assertThat(saved.expiresAt()).isAfter(saved.at()));
        assertThat(checkpoints)
                .extracting(saved -> clusterTime(saved.resumeAfter()))
                .as("checkpoints go forward")
                .isSorted();
    }

    /** A resume token of MongoDB begins with 82 and the cluster time, 16 hexadecimal digits. */
    private static String clusterTime(String resumeAfter) {
        Matcher token = TOKEN.matcher(resumeAfter);
        assertThat(token.find()).isTrue();
        return token.group(1).toLowerCase(java.util.Locale.ROOT);
    }

    private ServiceProcess service(String log, String uri) {
        return ServiceProcess.begin(
                directory,
                log,
                List.of("-Xmx512m"),
                "--lockstep.lease.length=3s",
                "--lockstep.models.location=" + directory.resolve("models"),
                "--lockstep.state.url=" + url,
                "--lockstep.state.user=postgres",
                "--lockstep.stores.shop.kind=mongodb",
                "--lockstep.stores.shop.uri=" + uri,
                "--lockstep.stores.shop.database=shop");
    }
}
