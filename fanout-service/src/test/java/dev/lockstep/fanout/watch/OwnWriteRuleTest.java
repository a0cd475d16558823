package dev.lockstep.fanout.watch;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.items;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Change;
import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OwnWriteRuleTest {
    private static final Doc ORDER = doc("_id", "o1", "customerId", "a");

    private final WatchRule rule = Watching.ownWrites("_lockstep");
    private final CopyDefinition orders = Models.orderCustomer().definitions().get(0);
    private final CopyDefinition lines =
            Models.orderProduct(Models.SHOP).definitions().get(0);

    private static Doc label(String key, long position) {
        String digits = Long.toString(position);
        return Label.of(
                        Models.key("customerId", key),
                        new Version(new Epoch(1), new Position("0".repeat(16 - digits.length()) + digits)))
                .toDoc();
    }

    private Change update(@Nullable Doc before, @Nullable Doc after, Map<String, Value> set) {
        Map<FieldPath, Value> paths = new LinkedHashMap<>();
        set.forEach((path, value) -> paths.put(FieldPath.parse(path), value));
        return change(Change.Kind.UPDATE, before, after, Optional.of(new Change.Touched(paths, Set.of())));
    }

    private static Change change(
            Change.Kind kind, @Nullable Doc before, @Nullable Doc after, Optional<Change.Touched> touched) {
        return new Change(
                new CollectionRef(Models.SHOP, "orders"),
                MemoryStore.id("o1"),
                kind,
                before,
                after,
                touched,
                new Position("0000000000000009"),
                Instant.EPOCH);
    }

    private static Map<String, Value> own(long position) {
        Doc label = label("a", position);
        return Map.of(
                "customerName", text("new"),
                "_lockstep.order-customer.orders.s", label.entries().get("s"),
                "_lockstep.order-customer.orders.v", label.entries().get("v"));
    }

    private static Doc labelled(Doc label) {
        return ORDER.with(FieldPath.of("_lockstep", "order-customer", "orders"), label);
    }

    private WatchRule.Decision decide(Change change) {
        return rule.decide(change, orders);
    }

    @Test
    void anInsertIsNew() {
        assertThat(decide(change(Change.Kind.INSERT, null, ORDER, Optional.empty())))
                .isEqualTo(WatchRule.Decision.CHECK_NEW);
    }

    @Test
    void aWholeSaveIsForeign() {
        assertThat(decide(change(Change.Kind.REPLACE, null, ORDER, Optional.empty())))
                .isEqualTo(WatchRule.Decision.CHECK_FOREIGN);
    }

    @Test
    void aRecordThatIsNoCopyIsIgnored() {
        Doc noPointer = doc("_id", "o1");
        assertThat(decide(change(Change.Kind.INSERT, null, noPointer, Optional.empty())))
                .isEqualTo(WatchRule.Decision.IGNORE);
        assertThat(decide(update(ORDER, noPointer, Map.of("customerName", text("x")))))
                .isEqualTo(WatchRule.Decision.IGNORE);
    }

    @Test
    void aDeleteIsIgnored() {
        assertThat(decide(change(Change.Kind.DELETE, null, null, Optional.empty())))
                .isEqualTo(WatchRule.Decision.IGNORE);
    }

    @Test
    void anUnregisteredFieldIsIgnored() {
        assertThat(decide(update(null, null, Map.of("total", text("5"))))).isEqualTo(WatchRule.Decision.IGNORE);
    }

    @Test
    void aRegisteredFieldWithoutLabelIsForeign() {
        assertThat(decide(update(null, null, Map.of("customerName", text("x")))))
                .isEqualTo(WatchRule.Decision.CHECK_FOREIGN);
    }

    @Test
    void aPointerThatMovesIsNew() {
        assertThat(decide(update(null, null, Map.of("customerId", text("b"))))).isEqualTo(WatchRule.Decision.CHECK_NEW);
    }

    @Test
    void fieldsWithALabelThatMovesForwardAreOurs() {
        assertThat(decide(update(labelled(label("a", 4)), labelled(label("a", 5)), own(5))))
                .isEqualTo(WatchRule.Decision.OWN_WRITE);
        assertThat(decide(update(labelled(label("b", 9)), labelled(label("a", 5)), own(5))))
                .isEqualTo(WatchRule.Decision.OWN_WRITE);
        assertThat(decide(update(null, null, own(5)))).isEqualTo(WatchRule.Decision.OWN_WRITE);
    }

    @Test
    void aLabelThatGoesBackIsForeign() {
        assertThat(decide(update(labelled(label("a", 6)), labelled(label("a", 5)), own(5))))
                .isEqualTo(WatchRule.Decision.CHECK_FOREIGN);
    }

    @Test
    void anotherFieldBesideOursIsForeign() {
        Map<String, Value> set = new LinkedHashMap<>(own(5));
        set.put("total", text("9"));
        assertThat(decide(update(null, null, set))).isEqualTo(WatchRule.Decision.CHECK_FOREIGN);
    }

    @Test
    void inElementsEveryTouchedElementNeedsItsLabel() {
        Value s = text("{}");
        Map<String, Value> one = Map.of(
                "items.0.productName", text("x"), "items.0._lockstep.order-product.lines.v", text("1:0000000001:5"));
        Map<String, Value> two = new LinkedHashMap<>(one);
        two.put("items.1.productName", s);
        assertThat(rule.decide(update(null, null, one), lines)).isEqualTo(WatchRule.Decision.OWN_WRITE);
        assertThat(rule.decide(update(null, null, two), lines)).isEqualTo(WatchRule.Decision.CHECK_FOREIGN);
        assertThat(rule.decide(update(null, null, Map.of("items", items())), lines))
                .isEqualTo(WatchRule.Decision.CHECK_FOREIGN);
        assertThat(rule.decide(update(null, null, Map.of("items.0.quantity", s)), lines))
                .isNotEqualTo(WatchRule.Decision.CHECK_FOREIGN);
    }

    @Test
    void judgesByThePathsOfTheRevisionItIsAskedAbout() {
        CopyDefinition before = revision("customerName");
        CopyDefinition after = revision("buyer");
        assertThat(before.id()).isEqualTo(after.id());
        Change change = update(null, null, Map.of("buyer", text("Ann")));
        for (int i = 0; i < 2; i++) {
            assertThat(rule.decide(change, before)).isEqualTo(WatchRule.Decision.IGNORE);
            assertThat(rule.decide(change, after)).isEqualTo(WatchRule.Decision.CHECK_FOREIGN);
        }
    }

    private static CopyDefinition revision(String field) {
        return Models.model("order-customer", Models.SHOP, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field(field, "name"))
                .build()
                .definitions()
                .get(0);
    }
}
