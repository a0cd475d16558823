package dev.lockstep.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.ResumePoint;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.repair.Shop.Ran;
import dev.lockstep.state.CheckpointStore.Checkpoint;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.RunStore.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole job against the MongoDB imitation; what copies should hold is written here, not computed. */
class RepairJobIT {
    private static final ModelName ORDER_CUSTOMER = new ModelName("order-customer");

    @TempDir
    private Path folder;

    private Shop shop;
    private Epoch epoch;

    @BeforeEach
    void aShopWithDriftOfEachKind() throws IOException {
        shop = new Shop(folder);
        epoch = shop.register(Shop.ORDER_CUSTOMER);
        shop.insert("customers", "{_id: 'c1', name: 'Zubaida', profile: {tier: 'gold'}, secret: 1}");
        shop.insert("customers", "{_id: 'c2', name: 'Ann'}");
        for (int i = 0; i < 1_200; i++) {
            shop.insert("orders", order("right" + i, "c1", "'Zubaida'", ", customerTier: 'gold'"));
        }
        shop.insert("orders", order("right-2", "c2", "'Ann'", ""));
        shop.insert("orders", "{_id: 'stale', customerId: 'c1', customerName: 'Zoe', customerTier: 'gold', n: 1.0}");
        shop.insert("orders", order("mismatched", "c1", "'Edited'", ", customerTier: 'gold'"));
        shop.insert("orders", order("missing", "c1", "'Zubaida'", ""));
        shop.insert("orders", order("too-much", "c2", "'Ann'", ", customerTier: 'gold'"));
        shop.insert("orders", order("orphaned", "c404", "'Nobody'", ""));
        shop.insert("orders", "{_id: 'no-pointer', customerName: 'Nobody'}");
        shop.insert("orders", "{_id: 'null-pointer', customerId: null, customerName: 'Nobody'}");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private String order(String id, String customer, String name, String more) {
        String label = "{s: '{\"customerId\":\"" + customer + "\"}', v: '1:" + epoch.text() + ":0'}";
        return "{_id: '" + id + "', customerId: '" + customer + "', customerName: " + name + more
                + ", total: {$numberDecimal: '1.50'}, _lockstep: {'order-customer': {orders: " + label
                + ", other: {s: 1}}}}";
    }

    /** A service seems to run: somebody holds the lease of the stream and has a checkpoint. */
    private void followed() {
        Lease lease = shop.state()
                .leases()
                .acquire("capture/shop/p", "a service", Duration.ofMinutes(5))
                .orElseThrow();
        Checkpoint checkpoint =
                new Checkpoint(new StoreName("shop"), "p", new ResumePoint("x"), "id", null, Instant.now());
        assertThat(shop.state().checkpoints().save(checkpoint, lease)).isTrue();
    }

    private static BsonDocument copy(BsonDocument json) {
        return json.getArray("models")
                .get(0)
                .asDocument()
                .getArray("copies")
                .get(0)
                .asDocument();
    }

    @Test
    void findsEachKindWritesNothingAndSaysSo() {
        followed();
        Map<String, RawBsonDocument> before = shop.bytes("orders");

        Ran check = shop.job("check", "--model", "order-customer", "--json", "-");

        assertThat(check.exitCode()).as(check.err()).isEqualTo(2);
        BsonDocument copy = copy(BsonDocument.parse(check.out()));
        assertThat(copy.getDocument("found"))
                .isEqualTo(BsonDocument.parse("{stale: 1, mismatched: 2, missing: 1, orphaned: 0, absent: 0}"));
        assertThat(copy.getInt32("tolerated").getValue()).isEqualTo(1);
        assertThat(copy.getInt32("scanned").getValue()).isEqualTo(1_208);
        assertThat(copy.getDocument("skipped").getInt32("withoutPointer").getValue())
                .isEqualTo(2);
        assertThat(shop.bytes("orders")).isEqualTo(before);

        Ran dryRun = shop.job("dry-run", "--model", "order-customer");
        assertThat(dryRun.exitCode()).isEqualTo(2);
        assertThat(dryRun.out())
                .contains("customerName: \"Zoe\" would become \"Zubaida\"")
                .contains("customerTier: nothing would become ***")
                .doesNotContain("gold");
        assertThat(shop.bytes("orders")).isEqualTo(before);
    }

    @Test
    void repairsExactlyWhatHasDrifted() {
        Map<String, RawBsonDocument> before = shop.bytes("orders");

        Ran repair = shop.job("repair", "--model", "order-customer");
        assertThat(repair.exitCode()).as(repair.out() + repair.err()).isZero();

        Map<String, RawBsonDocument> after = shop.bytes("orders");
        Map<String, String> expected = Map.of(
                "stale", "{customerName: 'Zubaida', customerTier: 'gold'}",
                "mismatched", "{customerName: 'Zubaida', customerTier: 'gold'}",
                "missing", "{customerName: 'Zubaida', customerTier: 'gold'}",
                "too-much", "{customerName: 'Ann'}");
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.forEach((key, record) -> {
            String id = record.getString("_id").getValue();
            if (expected.containsKey(id)) {
                assertThat(registered(record)).as(id).isEqualTo(BsonDocument.parse(expected.get(id)));
                assertThat(others(record)).as(id).isEqualTo(others(before.get(key)));
            } else {
                assertThat(record).as(id).isEqualTo(before.get(key));
            }
        });

        Ran again = shop.job("check", "--model", "order-customer");
        assertThat(again.exitCode()).as(again.out()).isZero();
    }

    private static BsonDocument registered(RawBsonDocument record) {
        BsonDocument fields = new BsonDocument();
        for (String field : Set.of("customerName", "customerTier")) {
            if (record.containsKey(field)) {
                fields.append(field, record.get(field));
            }
        }
        return fields;
    }

    /** All that is neither a registered field nor the label of this copy definition. */
    private static BsonDocument others(RawBsonDocument record) {
        BsonDocument rest = record.decode(new org.bson.codecs.BsonDocumentCodec());
        rest.remove("customerName");
        rest.remove("customerTier");
        if (rest.get("_lockstep") instanceof BsonDocument labels) {
            labels.getDocument("order-customer").remove("orders");
            if (labels.getDocument("order-customer").isEmpty()) {
                rest.remove("_lockstep");
            }
        }
        return rest;
    }

    @Test
    void keepsRunFindingsAndMeasurementAndEndsTheDoubt() {
        Instant begun = Instant.now();
        shop.state().gaps().open(ORDER_CUSTOMER, new StoreName("shop"), "*", null, "never verified", begun);

        assertThat(shop.job("check", "--model", "order-customer").exitCode()).isEqualTo(2);
        assertThat(shop.state().findings().open(Optional.of(ORDER_CUSTOMER), 0, 100))
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder("stale", "stale", "stale", "missing", "orphaned");
        assertThat(measurement().wrong()).isEqualTo(4);
        assertThat(measurement().full()).isTrue();
        assertThat(measurement().verifiedThrough()).isNull();
        assertThat(state()).isEqualTo(ModelState.UNVERIFIED);

        assertThat(shop.job("repair", "--all").exitCode()).isZero();
        assertThat(shop.state().findings().open(Optional.of(ORDER_CUSTOMER), 0, 100))
                .extracting(Finding::kind)
                .containsExactly("orphaned");
        assertThat(measurement().wrong()).isZero();
        assertThat(measurement().verifiedThrough()).isAfterOrEqualTo(begun);
        assertThat(state()).isEqualTo(ModelState.ACTIVE);
        assertThat(shop.state().gaps().openOf(ORDER_CUSTOMER)).isEmpty();
        Run run = shop.state().runs().list(Optional.of(ORDER_CUSTOMER), 0, 1).get(0);
        assertThat(run.kind()).isEqualTo("repair");
        assertThat(run.status()).isEqualTo("SUCCEEDED");
        assertThat(run.fixed()).isEqualTo(4);
        assertThat(run.report()).doesNotContain("Zubaida").contains("\"fixed\":4");
    }

    private Measurement measurement() {
        return shop.state().findings().measurements().get(0);
    }

    private ModelState state() {
        return shop.state().models().find(ORDER_CUSTOMER).orElseThrow().state();
    }

    @Test
    void asksBeforeItChangesMoreThanTheBudget() {
        Map<String, RawBsonDocument> before = shop.bytes("orders");
        Ran asks = shop.job("repair", "--model", "order-customer", "--fix-budget", "0.001");
        assertThat(asks.exitCode()).as(asks.out()).isEqualTo(4);
        assertThat(shop.bytes("orders")).isEqualTo(before);
        assertThat(shop.state().runs().list(Optional.empty(), 0, 1).get(0).status())
                .isEqualTo("AWAITING_CONFIRMATION");

        assertThat(shop.job("repair", "--model", "order-customer", "--fix-budget", "0.001", "--yes")
                        .exitCode())
                .isZero();
    }

    @Test
    void writesNothingToAModelThatIsPaused() {
        shop.state().models().setState(ORDER_CUSTOMER, ModelState.PAUSED, "by ops");
        Ran repair = shop.job("repair", "--model", "order-customer");
        assertThat(repair.exitCode()).isEqualTo(3);
        assertThat(repair.err()).contains("PAUSED (by ops)");
        Ran all = shop.job("repair", "--all");
        assertThat(all.exitCode()).isZero();
        assertThat(all.out()).contains("Skipped: Model \"order-customer\" is PAUSED (by ops)");
        assertThat(shop.job("check", "--model", "order-customer").exitCode()).isEqualTo(2);
    }

    @Test
    void readsNoFasterThanItWasTold() {
        long begun = System.nanoTime();
        assertThat(shop.job("check", "--model", "order-customer", "--rate", "1000")
                        .exitCode())
                .isEqualTo(2);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(1_000));
    }

    @Test
    void aWalkOverTheSourcesReportsTwinsThatAreAbsent() {
        shop.register("""
                {"lockstep":1,"model":"customer-card",
                 "source":{"store":"shop","collection":"customers","key":{"customerId":"_id"}},
                 "copies":[{"name":"cards","collection":"cards",
                   "find":{"by":"key","key":{"_id":"CARD#{customerId}"}},
                   "fields":{"customerName":"name"},"strategy":"repair"}]}""");
        shop.insert("cards", "{_id: 'CARD#c1', customerName: 'Zoe', note: 1.0}");
        shop.insert("cards", "{_id: 'CARD#c404', customerName: 'Nobody'}");

        Ran check = shop.job("check", "--model", "customer-card", "--by", "sources", "--json", "-");
        assertThat(check.exitCode()).as(check.err()).isEqualTo(2);
        assertThat(copy(BsonDocument.parse(check.out())).getDocument("found"))
                .isEqualTo(BsonDocument.parse("{stale: 1, mismatched: 0, missing: 0, orphaned: 0, absent: 1}"));

        Ran repair = shop.job("repair", "--model", "customer-card", "--by", "sources");
        assertThat(repair.exitCode()).as(repair.out()).isEqualTo(2);
        assertThat(repair.out())
                .contains("absent     {\"_id\":\"CARD#c2\"}")
                .contains("1: the record is absent, and a repair never makes one");
        assertThat(shop.bytes("cards")).hasSize(2);
        assertThat(shop.state().findings().open(Optional.of(new ModelName("customer-card")), 0, 10))
                .extracting(Finding::kind)
                .containsExactly("absent");

        shop.insert("cards", "{_id: 'CARD#c2', customerName: 'Ann'}");
        assertThat(shop.job("repair", "--model", "customer-card", "--by", "sources")
                        .exitCode())
                .isZero();
        assertThat(shop.state().findings().open(Optional.of(new ModelName("customer-card")), 0, 10))
                .isEmpty();
    }

    @Test
    void aWalkOverTheSourcesFindsAndFixesTheSameAsAScanButOrphans() {
        Ran repair = shop.job("repair", "--model", "order-customer", "--by", "sources", "--json", "-");

        assertThat(repair.exitCode()).as(repair.out() + repair.err()).isZero();
        assertThat(copy(BsonDocument.parse(repair.out())).getInt32("fixed").getValue())
                .isEqualTo(4);
        assertThat(shop.job("check", "--model", "order-customer").exitCode()).isZero();
    }
}
