package dev.lockstep.fanout.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.lockstep.fanout.process.ClassArchive;
import dev.lockstep.fanout.process.ServiceProcess;
import dev.lockstep.fanout.process.StoreProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service is killed with SIGKILL again and again while an application writes, and begins again; the store lives in
 * another process. {@code chaos.kills}, {@code chaos.changes} and {@code chaos.seed} are system properties; a few kills
 * without them. The moment of a kill is seeded: so many of the application's changes after the start of the process or
 * after it began to read.
 */
class KillIT {
    private static final int ONE_IN = 8;
    private static final int WORTH_AN_ARCHIVE = 20;
    private static final Path OUT = Path.of("target", "chaos");

    private final int kills = Integer.getInteger("chaos.kills", 8);
    private final int changes = Integer.getInteger("chaos.changes", 4_000);
    private final long seed = Long.getLong("chaos.seed", 20_260_601L);
    private final Random random = new Random(seed);
    private List<String> fast = List.of();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void losesNothingWhenItIsKilled() throws IOException, InterruptedException {
        System.out.println("chaos: seed " + seed + ", " + kills + " kills, " + changes + " changes");
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
            if (kills >= WORTH_AN_ARCHIVE) {
                fast = ClassArchive.make(directory, arguments(store.uri()));
            }
            Checkpoints checkpoints = new Checkpoints(directory.resolve("state"));
            int inWindow = 0;
            int starting = 0;
            for (int kill = 0; kill < kills; kill++) {
                long begin = writer.written();
                long share = changes / kills;
                try (ServiceProcess service = service(store.uri())) {
                    boolean early = kill > 0 && random.nextInt(ONE_IN) == 0;
                    starting += early ? 1 : 0;
                    if (early) {
                        writer.allow(begin + share);
                        long at = (long) (random.nextDouble() * share);
                        Oracle.await("the writer", () -> writer.written() >= begin + at);
                    } else {
                        writer.allow(begin + share / 4);
                        service.awaitReading();
                        awaitFirstWrite(kill, observer);
                        writer.allow(begin + share);
                        long left = begin + share - writer.written();
                        long at = writer.written() + (long) (random.nextDouble() * left);
                        Oracle.await("the writer", () -> writer.written() >= at);
                    }
                    service.kill();
                }
                String durable = checkpoints.durable();
                inWindow += Checkpoints.writtenAfter(durable, shop.orders()) > 0 ? 1 : 0;
                writer.allow(begin + share);
                Oracle.await("the writer", () -> writer.written() >= begin + share);
            }
            writer.stop();
            writing.join();
            Oracle.AtRest rest;
            try (ServiceProcess service = service(store.uri())) {
                rest = Oracle.awaitRest(shop, writer.counters());
                Oracle.explain(rest, shop, service);
                assertThat(rest.stale()).as("copies stale at rest").isEmpty();
                Oracle.awaitMarker(shop, observer, service);
                Oracle.AtRest after = Oracle.atRest(shop, writer.counters());
                rest.stale().addAll(after.stale());
                rest.customers().addAll(after.customers());
                service.terminate();
            }
            observer.stop();
            watching.join();
            Map<String, Object> report = new TreeMap<>();
            report.put("seed", seed);
            report.put("kills", kills);
            report.put("killsWhileStarting", starting);
            report.put("killsBetweenAWriteAndItsCheckpoint", inWindow);
            report.put("changes", writer.written());
            report.put("eventWritesSeen", observer.eventWrites());
            report.put("checkWritesSeen", observer.checkWrites());
            report.put("changesLost", rest.customers().size());
            report.put("labelsBackwards", observer.labelsBackwards());
            report.put("valuesBackwards", observer.valuesBackwards());
            report.put("copiesStaleAtRest", rest.stale().size());
            report.put("olderThanACheckUntilTheStreamCaughtUp", observer.behindACheck());
            report.put("orders", shop.orders().countDocuments());
            print(report, checkpoints.open());
            assertThat(rest.stale()).as("copies stale at rest").isEmpty();
            assertThat(rest.customers()).as("changes lost").isEmpty();
            assertThat(observer.labelsBackwards()).as("labels backwards").isZero();
            assertThat(observer.valuesBackwards()).as("values backwards").isZero();
            assertThat(writer.written()).isGreaterThanOrEqualTo((long) (changes / kills) * kills);
            assertThat(inWindow).as("kills between a write and its checkpoint").isPositive();
        }
    }

    private ServiceProcess service(String uri) {
        List<String> options = new ArrayList<>(fast);
        options.addAll(List.of("-Xmx512m", "-XX:-UsePerfData"));
        return ServiceProcess.begin(directory, "service.log", options, arguments(uri));
    }

    private String[] arguments(String uri) {
        return new String[] {
            "--lockstep.lease.length=" + System.getProperty("chaos.lease", "5s"),
            "--lockstep.models.location=" + directory.resolve("models"),
            "--lockstep.stores.shop.kind=mongodb",
            // most fan-outs are larger than that, so that kills meet durable tasks
            "--lockstep.stores.shop.write-page=4",
            "--lockstep.stores.shop.uri=" + uri,
            "--lockstep.stores.shop.database=shop"
        };
    }

    /** The first process has copies to fill, later ones something that was missed. */
    private static void awaitFirstWrite(int kill, Observer observer) {
        if (kill == 0) {
            Oracle.await("the first write", () -> observer.eventWrites() + observer.checkWrites() > 0);
        }
    }

    private static void print(Map<String, Object> report, String open) throws IOException {
        Files.createDirectories(OUT);
        StringBuilder json = new StringBuilder("{\n");
        StringBuilder table = new StringBuilder("\n| kill -9 under load | |\n|---|---:|\n");
        report.forEach((name, value) -> {
            json.append("  \"").append(name).append("\": ").append(value).append(",\n");
            table.append("| ").append(name).append(" | ").append(value).append(" |\n");
        });
        json.append("  \"openAtTheEnd\": \"").append(open).append("\"\n}\n");
        table.append("| open at the end | ").append(open).append(" |\n");
        System.out.println(table);
        Files.writeString(OUT.resolve("kill.json"), json);
        Files.writeString(OUT.resolve("kill.md"), table);
    }
}
