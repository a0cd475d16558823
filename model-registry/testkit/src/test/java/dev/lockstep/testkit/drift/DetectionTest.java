package dev.lockstep.testkit.drift;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.Detection;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.drift.Nonces;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DetectionTest {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Epoch EPOCH = new Epoch(7);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(Models.SHOP, clock);
    private final InMemoryConnector connector = new InMemoryConnector(store);
    private final Model model = Models.orderCustomer();
    private final ActiveModel active = new ActiveModel(model, 1, EPOCH, ModelState.ACTIVE);
    private final CopyDefinition orders = model.definitions().get(0);

    @BeforeEach
    void oneCustomerWithARightOrder() {
        store.create("customers").create("orders", MemoryIndex.of("customerId_1", "customerId"));
        store.insert("customers", doc("_id", "c1", "name", "Ann"));
        store.insert("orders", order("right", "Ann", "c1", "1"));
    }

    private static Doc order(String id, String name, String customer, String position) {
        return doc("_id", id, "customerId", customer, "customerName", name, "_lockstep", labelled(customer, position));
    }

    private static Doc labelled(String customer, String position) {
        Label label = Label.of(Models.key("customerId", customer), new Version(EPOCH, new Position(position)));
        return doc("order-customer", doc("orders", label.toDoc()));
    }

    private Detection detection(DetectionRules rules) {
        CheckParts.Access access = new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName name) {
                return connector.copies();
            }

            @Override
            public RecordReader records(StoreName name) {
                return connector.records();
            }
        };
        CheckParts parts = new CheckParts(access, NewestCaptured.none(), Nonces.random());
        return new Detection(parts, active, orders, rules, clock);
    }

    private Detection begun(DetectionRules rules) {
        Detection detection = detection(rules);
        detection.add(connector.copies().sample(orders, 100));
        while (detection.step()) {}
        return detection;
    }

    private List<Drift> afterGrace(Detection detection) {
        clock.advance(GRACE);
        while (detection.step()) {}
        return detection.drain();
    }

    private List<Drift> all() {
        Detection detection = begun(DetectionRules.after(GRACE));
        List<Drift> found = new ArrayList<>(afterGrace(detection));
        assertThat(detection.isDone()).isTrue();
        return found;
    }

    @Test
    void findsNothingWhereAllIsRight() {
        Detection detection = begun(DetectionRules.after(GRACE));
        assertThat(detection.isDone()).isTrue();
        assertThat(detection.drain()).isEmpty();
        assertThat(detection.tally().right()).isEqualTo(1);
    }

    @Test
    void aDifferenceIsASuspectUntilItIsSeenAgain() {
        store.insert("orders", order("o1", "Zoe", "c1", "1"));
        Detection detection = begun(DetectionRules.after(GRACE));
        assertThat(detection.drain()).isEmpty();
        assertThat(detection.isDone()).isFalse();
        assertThat(detection.nextDue()).contains(clock.instant().plus(GRACE));

        List<Drift> found = afterGrace(detection);

        assertThat(found).hasSize(1);
        assertThat(found.get(0).kind()).isEqualTo(DriftKind.MISMATCHED);
        assertThat(found.get(0).confirmedAt())
                .isEqualTo(found.get(0).firstSeen().plus(GRACE));
        assertThat(found.get(0).fields().get(0).expected()).isEqualTo(text("Ann"));
        assertThat(found.get(0).fields().get(0).actual()).isEqualTo(text("Zoe"));
        assertThat(detection.tally().drifted()).isEqualTo(1);
    }

    @Test
    void aSuspectThatIsPutRightInTimeIsLag() {
        store.insert("orders", order("o1", "Zoe", "c1", "1"));
        Detection detection = begun(DetectionRules.after(GRACE));
        store.set("orders", MemoryStore.id("o1"), "customerName", text("Ann"));

        assertThat(afterGrace(detection)).isEmpty();
        assertThat(detection.tally().passed()).isEqualTo(1);
        assertThat(detection.tally().right()).isEqualTo(2);
    }

    @Test
    void aCopyThatIsGoneAtTheSecondLookIsNoDrift() {
        store.insert("orders", order("o1", "Zoe", "c1", "1"));
        Detection detection = begun(DetectionRules.after(GRACE));
        store.delete("orders", MemoryStore.id("o1"));

        assertThat(afterGrace(detection)).isEmpty();
        assertThat(detection.isDone()).isTrue();
        assertThat(detection.tally().compared()).isEqualTo(1);
    }

    @Test
    void aSourceThatMovedMakesItASuspectAgain() {
        store.insert("orders", order("o1", "Zoe", "c1", "1"));
        Detection detection = begun(DetectionRules.after(GRACE));
        store.set("customers", MemoryStore.id("c1"), "name", text("Bea"));

        assertThat(afterGrace(detection)).isEmpty();
        assertThat(detection.isDone()).isFalse();
        assertThat(afterGrace(detection)).hasSize(1);
    }

    @Test
    void aCopyThatMovesAtEveryLookIsGivenUp() {
        store.insert("orders", order("o1", "Zoe0", "c1", "1"));
        Detection detection = begun(DetectionRules.after(GRACE));
        for (int look = 1; !detection.isDone(); look++) {
            store.set("orders", MemoryStore.id("o1"), "customerName", text("Zoe" + look));
            assertThat(afterGrace(detection)).isEmpty();
            assertThat(look).isLessThan(10);
        }
        assertThat(detection.tally().moving()).isEqualTo(1);
    }

    @Test
    void waitsForTheFanOutToCatchUpButNotForEver() {
        store.insert("orders", order("o1", "Zoe", "c1", "1"));
        Detection detection = begun(new DetectionRules(GRACE, 4, time -> false, true));
        assertThat(afterGrace(detection)).isEmpty();
        assertThat(afterGrace(detection)).isEmpty();
        assertThat(afterGrace(detection)).hasSize(1);
    }

    @Test
    void tellsTheKindsApart() {
        store.insert("orders", order("foreign", "Zoe", "c1", "1"));
        store.insert("orders", doc("_id", "unlabelled", "customerId", "c1", "customerName", "Zoe"));
        store.insert(
                "orders", order("other-key", "Zoe", "c1", "1").with(FieldPath.of("_lockstep"), labelled("c9", "5")));
        store.insert("orders", order("emptied", "Zoe", "c1", "1").without(FieldPath.of("customerName")));
        store.insert("orders", order("orphan", "Zoe", "c404", "1"));
        store.insert("orders", doc("_id", "no-pointer", "customerName", "Zoe"));

        List<Drift> found = all();

        assertThat(found)
                .extracting(drift -> drift.record().canonical(), Drift::kind, Drift::tolerated)
                .containsExactlyInAnyOrder(
                        tuple("{\"_id\":\"foreign\"}", DriftKind.MISMATCHED, false),
                        tuple("{\"_id\":\"unlabelled\"}", DriftKind.STALE, false),
                        tuple("{\"_id\":\"other-key\"}", DriftKind.STALE, false),
                        tuple("{\"_id\":\"emptied\"}", DriftKind.MISSING, false),
                        tuple("{\"_id\":\"orphan\"}", DriftKind.ORPHANED, true));
    }

    @Test
    void aLabelSaysLittleWhenNobodyFollowsTheStream() {
        store.insert("orders", order("o1", "Zoe", "c1", "1"));
        Detection detection = begun(DetectionRules.after(GRACE).when(time -> true, false));
        assertThat(afterGrace(detection)).extracting(Drift::kind).containsExactly(DriftKind.STALE);
    }

    @Test
    void neverWrites() {
        store.insert("orders", order("o1", "Zoe", "c1", "1"));
        Position before = store.newest();
        all();
        assertThat(store.newest()).isEqualTo(before);
    }

    @Test
    void aFieldThatTheSourceLacksMustBeMissing() {
        store.update("orders", MemoryStore.id("right"), Map.of(FieldPath.of("customerTier"), text("gold")), Set.of());
        List<Drift> found = all();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).fields().get(0).expected()).isNull();
        assertThat(found.get(0).fields().get(0).actual()).isEqualTo(text("gold"));
    }
}
