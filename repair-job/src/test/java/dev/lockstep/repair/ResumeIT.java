package dev.lockstep.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.repair.Shop.Ran;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.SegmentStore.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose process ended before its time, and runs that a person has to confirm. */
class ResumeIT {
    private static final ModelName MODEL = new ModelName("reviews-product");
    private static final CopyName REVIEWS = new CopyName("reviews");
    private static final int MANY = 200_000;
    private static final int EVERY = 2_000;

    @TempDir
    private Path folder;

    private Shop shop;

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(folder);
        shop.register(Shop.REVIEWS_PRODUCT);
        shop.insert("products", "{_id: 'p1', title: 'Lamp'}");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private void reviews(int count, int wrongEvery) {
        List<BsonDocument> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(new BsonDocument("_id", new BsonInt32(i))
                    .append("sku", new BsonString("p1"))
                    .append("productTitle", new BsonString(i % wrongEvery == 0 ? "Old lamp" : "Lamp"))
                    .append("stars", new BsonInt32(5)));
            if (batch.size() == 10_000 || i == count - 1) {
                shop.collection("reviews").insertMany(batch);
                batch.clear();
            }
        }
    }

    private long wrong() {
        return shop.collection("reviews").countDocuments(BsonDocument.parse("{productTitle: 'Old lamp'}"));
    }

    private Run newest() {
        return shop.state().runs().list(Optional.of(MODEL), 0, 1).get(0);
    }

    private static BsonDocument copy(Ran ran) {
        return BsonDocument.parse(ran.out())
                .getArray("models")
                .get(0)
                .asDocument()
                .getArray("copies")
                .get(0)
                .asDocument();
    }

    @Test
    void aRunThatWasKilledGoesOnAndScansNoSegmentTwice() throws Exception {
        reviews(MANY, EVERY);
        Process killed = shop.start(
                "repair", "--model", "reviews-product", "--config", shop.config.toString(), "--grace", "100ms");
        try {
            await().atMost(Duration.ofMinutes(3)).until(() -> done() >= 3 || !killed.isAlive());
            assertThat(killed.isAlive()).as("killed in the middle of its run").isTrue();
        } finally {
            killed.destroyForcibly().waitFor();
        }
        long run = newest().id();
        int before = done();

        Ran next = shop.job("repair", "--model", "reviews-product", "--json", "-");

        assertThat(next.exitCode()).as(next.out() + next.err()).isZero();
        BsonDocument copy = copy(next);
        BsonDocument resumed = copy.getDocument("resumed");
        assertThat(resumed.getInt32("segments").getValue()).isEqualTo(before);
        assertThat(resumed.getInt32("copies").getValue()).isBetween(1, MANY - 1);
        assertThat(copy.getInt32("scanned").getValue()).isEqualTo(MANY);
        assertThat(copy.getDocument("found").getInt32("stale").getValue()).isEqualTo(MANY / EVERY);
        assertThat(copy.getInt32("fixed").getValue()).isEqualTo(MANY / EVERY);
        assertThat(wrong()).isZero();
        assertThat(newest().id()).isEqualTo(run);
        assertThat(newest().status()).isEqualTo("SUCCEEDED");
        assertThat(shop.state().segments().parts(run, REVIEWS)).isEmpty();
    }

    private int done() {
        return shop.state().runs().list(Optional.of(MODEL), 0, 1).stream()
                .mapToInt(run -> (int) shop.state().segments().parts(run.id(), REVIEWS).stream()
                        .filter(Part::isDone)
                        .count())
                .sum();
    }

    @Test
    void aConfirmedRunWritesWhatItHadFoundWithoutAnotherScan() {
        reviews(400, 2);
        Ran awaiting = shop.job("repair", "--model", "reviews-product");
        assertThat(awaiting.exitCode()).as(awaiting.out() + awaiting.err()).isEqualTo(4);
        assertThat(wrong()).isEqualTo(200);
        Run run = newest();
        assertThat(run.status()).isEqualTo("AWAITING_CONFIRMATION");

        confirm(run);
        Ran confirmed = shop.job("repair", "--model", "reviews-product", "--json", "-");

        assertThat(confirmed.exitCode()).as(confirmed.out() + confirmed.err()).isZero();
        BsonDocument resumed = copy(confirmed).getDocument("resumed");
        assertThat(resumed.getInt32("copies").getValue()).isEqualTo(400);
        assertThat(copy(confirmed).getInt32("fixed").getValue()).isEqualTo(200);
        assertThat(wrong()).isZero();
        assertThat(newest().id()).isEqualTo(run.id());
        assertThat(shop.job("check", "--model", "reviews-product").exitCode()).isZero();
    }

    private void confirm(Run run) {
        shop.state()
                .runs()
                .update(new Run(
                        run.id(),
                        run.model(),
                        run.kind(),
                        "CONFIRMED",
                        run.scanned(),
                        run.found(),
                        run.fixed(),
                        run.skipped(),
                        run.cursor(),
                        run.report(),
                        run.startedAt(),
                        null));
    }

    @Test
    void aRunThatNobodyConfirmedIsOvertakenByTheNext() {
        reviews(400, 2);
        shop.job("repair", "--model", "reviews-product");
        long first = newest().id();

        Ran second = shop.job("repair", "--model", "reviews-product", "--yes");

        assertThat(second.exitCode()).isZero();
        assertThat(wrong()).isZero();
        assertThat(shop.state().runs().find(first).orElseThrow().status()).isEqualTo("CANCELLED");
        assertThat(newest().id()).isGreaterThan(first);
    }
}
