package dev.lockstep.testkit.contract;

import static dev.lockstep.testkit.assertions.LockstepAssertions.assertThatCopy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Event writes: rules R1 and R9, promises P2, P5 and P6. Finds by index. */
@NullUnmarked
public abstract class EventWriteContract extends ConnectorContract {
    static Stream<Value> malformedLabels() {
        return Stream.of(
                Docs.value("garbage"),
                Docs.value(7L),
                Value.Null.NULL,
                Doc.empty(),
                Docs.doc("s", ANN.labelText()),
                Docs.doc("v", at(9).text()),
                Docs.doc("s", ANN.labelText(), "v", 9L),
                Docs.doc("s", ANN.labelText(), "v", "garbage"));
    }

    /** R1: all copies of the key, none of another. */
    @Test
    void reachesEveryCopyOfTheKeyAndNoOther() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        fixture.insert("orders", order("o2", "ann"));
        fixture.insert("orders", order("o3", "bea"));
        fixture.insert("orders", record("o4", "customerName", "old"));

        assertThat(write(event(orders, ANN, at(5), ann("Ann")))).isEqualTo(2);

        for (String id : List.of("o1", "o2")) {
            assertThatCopy(stored("orders", id), orders)
                    .has("customerName", "Ann")
                    .has("customerTier", "gold")
                    .isLabelled(Label.of(ANN, at(5)));
        }
        assertThat(stored("orders", "o3")).isEqualTo(order("o3", "bea"));
        assertThat(stored("orders", "o4")).isEqualTo(record("o4", "customerName", "old"));
    }

    /** R1: a label that is malformed counts as absent. */
    @ParameterizedTest
    @MethodSource("malformedLabels")
    void writesOverAMalformedLabel(Value malformed) {
        assertThat(appliedOver(malformed)).isEqualTo(1);
    }

    /** R1: labels of two keys are never compared. */
    @Test
    void writesOverTheNewerLabelOfAnotherKey() {
        assertThat(appliedOver(label(BEA, at(EPOCH + 1, 9)))).isEqualTo(1);
    }

    /** R1: an older position of this key is replaced, with or without a nonce. */
    @Test
    void writesOverAnOlderPosition() {
        assertThat(appliedOver(label(ANN, at(4)))).isEqualTo(1);
        fixture.delete("orders", id("o1"));
        assertThat(fixture.find("orders", id("o1"))).isEmpty();
        fixture.insert(
                "orders",
                labelled(
                        order("o1", "ann"),
                        orders,
                        Label.of(ANN, at(4), "nonce").toDoc()));
        assertThat(write(event(orders, ANN, at(5), ann("Ann")))).isEqualTo(1);
        assertThatCopy(stored("orders", "o1"), orders).isLabelled(Label.of(ANN, at(5)));
    }

    /** R6: the epoch is the major part. */
    @Test
    void writesOverALaterPositionOfAnEarlierEpoch() {
        assertThat(appliedOver(label(ANN, at(EPOCH - 1, 9)))).isEqualTo(1);
    }

    /** R1: a replay changes nothing. */
    @Test
    void leavesAnEqualPosition() {
        assertThat(appliedOver(label(ANN, at(5)))).isZero();
    }

    /** P2: never backwards. */
    @Test
    void leavesANewerPosition() {
        assertThat(appliedOver(label(ANN, at(6)))).isZero();
    }

    /** R6: a worker of an older epoch never wins. */
    @Test
    void leavesAnEarlierPositionOfALaterEpoch() {
        assertThat(appliedOver(label(ANN, at(EPOCH + 1, 1)))).isZero();
    }

    /** A label of a newer format is left alone. */
    @Test
    void leavesALabelOfANewerFormat() {
        assertThat(appliedOver(Docs.doc("s", ANN.labelText(), "v", "2:something-new")))
                .isZero();
    }

    private long appliedOver(Value label) {
        createOrders();
        Doc before = labelled(order("o1", "ann"), orders, label);
        fixture.insert("orders", before);
        long applied = write(event(orders, ANN, at(5), ann("Ann")));
        if (applied == 0) {
            assertThat(stored("orders", "o1")).isEqualTo(before);
        } else {
            assertThatCopy(stored("orders", "o1"), orders)
                    .has("customerName", "Ann")
                    .isLabelled(Label.of(ANN, at(5)));
        }
        return applied;
    }

    /** R1: the pointer decides, at the moment of the write. */
    @Test
    void followsAPointerThatWasMoved() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        write(event(orders, ANN, at(5), ann("Ann")));
        set("orders", "o1", "customerId", "bea");

        assertThat(write(event(orders, ANN, at(6), ann("Anna")))).isZero();
        assertThat(write(event(orders, BEA, at(2), ann("Bea")))).isEqualTo(1);

        assertThatCopy(stored("orders", "o1"), orders)
                .has("customerName", "Bea")
                .isLabelled(Label.of(BEA, at(2)));
    }

    /** {@code where} is part of the condition. */
    @Test
    void leavesCopiesOutOfScope() {
        CopyDefinition open = orderCustomer(copy -> copy.where("status", Docs.text("OPEN")))
                .definitions()
                .get(0);
        createOrders();
        fixture.insert("orders", record("o1", "customerId", "ann", "status", "OPEN"));
        fixture.insert("orders", record("o2", "customerId", "ann", "status", "CLOSED"));
        fixture.insert("orders", record("o3", "customerId", "ann"));

        assertThat(write(event(open, ANN, at(5), ann("Ann")))).isEqualTo(1);

        assertThatCopy(stored("orders", "o1"), open).has("customerName", "Ann");
        assertThat(stored("orders", "o2")).isEqualTo(record("o2", "customerId", "ann", "status", "CLOSED"));
        assertThat(stored("orders", "o3")).isEqualTo(record("o3", "customerId", "ann"));
    }

    /** R9: a record that is gone stays gone. */
    @Test
    void neverCreatesARecord() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        fixture.delete("orders", id("o1"));

        assertThat(write(event(orders, ANN, at(5), ann("Ann")))).isZero();

        assertThat(fixture.find("orders", id("o1"))).isEmpty();
        assertThat(fixture.find("orders", id("ann"))).isEmpty();
    }

    /** P5: registered fields and label, nothing else. */
    @Test
    void touchesRegisteredFieldsAndItsLabelOnly() {
        CopyDefinition nested = orderCustomer(copy -> copy.field("embedded.customer.name", "name"))
                .definitions()
                .get(0);
        createOrders();
        Doc before = record("o1", "customerId", "ann", "customerName", "old", "customerTier", "old")
                .with(FieldPath.parse("embedded.customer.other"), Docs.value(1L))
                .with(FieldPath.parse("embedded.list"), Docs.items(1L, 2L))
                .with(FieldPath.of(fixture.labelPrefix(), "other-model", "orders"), label(BEA, at(3)))
                .with(FieldPath.of(fixture.labelPrefix(), "order-customer", "other"), label(BEA, at(4)));
        int i = 0;
        for (Value value : fixture.exactValues()) {
            before = before.with(FieldPath.of("other" + i++), value);
        }
        fixture.insert("orders", before);

        write(event(nested, ANN, at(5), ann("Ann")));

        Doc expected = before.with(FieldPath.of("customerName"), Docs.text("Ann"))
                .with(FieldPath.of("customerTier"), Docs.text("gold"))
                .with(FieldPath.parse("embedded.customer.name"), Docs.text("Ann"))
                .with(nested.labelPath(fixture.labelPrefix()), label(ANN, at(5)));
        assertThat(stored("orders", "o1")).isEqualTo(expected);
    }

    /** R1: the projection is complete, and a missing source field does what the definition says. */
    @Test
    void unsetsNullsOrKeepsWhatTheSourceLacks() {
        createOrders();
        Map<Copy.OnMissing, Long> positions =
                Map.of(Copy.OnMissing.KEEP, 5L, Copy.OnMissing.NULL, 6L, Copy.OnMissing.UNSET, 7L);
        fixture.insert("orders", record("o1", "customerId", "ann", "customerName", "old", "customerTier", "old"));
        for (Copy.OnMissing policy : List.of(Copy.OnMissing.KEEP, Copy.OnMissing.NULL, Copy.OnMissing.UNSET)) {
            CopyDefinition definition =
                    orderCustomer(copy -> copy.onMissing(policy)).definitions().get(0);

            assertThat(write(event(definition, ANN, at(positions.get(policy)), Docs.doc("name", "Ann"))))
                    .isEqualTo(1);

            Doc after = stored("orders", "o1");
            assertThatCopy(after, definition).has("customerName", "Ann");
            switch (policy) {
                case KEEP -> assertThatCopy(after, definition).has("customerTier", "old");
                case NULL -> assertThatCopy(after, definition).has("customerTier", null);
                case UNSET -> assertThatCopy(after, definition).lacks("customerTier");
            }
        }
    }

    /** Null in the source is null in the copy: not missing. */
    @Test
    void copiesNullAsNull() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));

        write(event(orders, ANN, at(5), Docs.doc("name", null)));

        assertThatCopy(stored("orders", "o1"), orders).has("customerName", null).lacks("customerTier");
    }

    /** All writes are idempotent. */
    @Test
    void changesNothingWhenRepeated() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        write(event(orders, ANN, at(5), ann("Ann")));
        Doc once = stored("orders", "o1");

        assertThat(write(event(orders, ANN, at(5), ann("Ann")))).isZero();

        assertThat(stored("orders", "o1")).isEqualTo(once);
    }

    /** One result per write, in order, for keys and definitions mixed. */
    @Test
    void answersManyWritesInOrder() {
        CopyDefinition other = Models.model("order-buyer", store, "customers")
                .key(fixture.keyAttribute(), "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field("buyer", "name"))
                .build()
                .definitions()
                .get(0);
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        fixture.insert("orders", order("o2", "ann"));
        fixture.insert("orders", order("o3", "bea"));

        List<CopyStore.EventWrite> writes = List.of(
                event(orders, BEA, at(5), ann("Bea")),
                event(orders, Models.key("customerId", "nobody"), at(5), ann("Nobody")),
                event(orders, ANN, at(6), ann("Ann")),
                event(other, ANN, at(6), ann("Ann")));
        assertThat(writes.stream().map(this::write).toList()).containsExactly(1L, 0L, 2L, 2L);
        List<CopyStore.EventWrite> again = List.of(
                event(orders, BEA, at(4), ann("Older")),
                event(orders, ANN, at(7), ann("Newer")),
                event(other, BEA, at(7), ann("Bea")));
        List<CopyStore.WriteResult> results = connector.copies().write(again);

        assertThat(results)
                .hasSize(3)
                .allSatisfy(result -> assertThat(result.failed()).isEmpty());
        for (int i = 0; i < again.size(); i++) {
            if (results.get(i).next().isPresent()) {
                write(again.get(i));
            }
        }
        assertThatCopy(stored("orders", "o3"), orders).has("customerName", "Bea");
        assertThatCopy(stored("orders", "o1"), orders).has("customerName", "Newer");
        assertThatCopy(stored("orders", "o3"), other).has("buyer", "Bea").isLabelled(BEA, at(7));
    }

    /** A write may be cut in pages, and still reaches every copy. */
    @Test
    void reachesEveryCopyOfALargeFanOut() {
        createOrders();
        for (int i = 0; i < 250; i++) {
            fixture.insert("orders", order("o" + i, "ann"));
        }

        assertThat(write(event(orders, ANN, at(5), ann("Ann")))).isEqualTo(250);

        for (int i = 0; i < 250; i++) {
            assertThatCopy(stored("orders", "o" + i), orders).has("customerName", "Ann");
        }
    }

    /** Where a write was cut, a newer one may go on; from the beginning it then reaches those that it passed over. */
    @Test
    void goesOnWhereAnOlderWriteWasCut() {
        createOrders();
        for (int i = 0; i < 250; i++) {
            fixture.insert("orders", order("o" + i, "ann"));
        }
        Optional<Cursor> cut = Optional.empty();
        long older = 0;
        do {
            CopyStore.WriteResult page = page(at(5), "Ann", cut);
            older += page.applied();
            cut = page.next();
        } while (cut.isPresent() && older == 0);
        long newer = 0;
        while (cut.isPresent()) {
            CopyStore.WriteResult page = page(at(6), "Anna", cut);
            newer += page.applied();
            cut = page.next();
        }

        assertThat(older + newer).isEqualTo(250);
        assertThat(write(event(orders, ANN, at(6), ann("Anna")))).isEqualTo(older);
        for (int i = 0; i < 250; i++) {
            assertThatCopy(stored("orders", "o" + i), orders)
                    .has("customerName", "Anna")
                    .isLabelled(Label.of(ANN, at(6)));
        }
    }

    private CopyStore.WriteResult page(Version version, String name, Optional<Cursor> from) {
        CopyStore.EventWrite whole = event(orders, ANN, version, ann(name));
        CopyStore.WriteResult result = connector
                .copies()
                .write(List.of(new CopyStore.EventWrite(
                        whole.definition(), whole.key(), whole.version(), whole.projected(), from.orElse(null))))
                .get(0);
        assertThat(result.failed()).isEmpty();
        assertThat(result.failures()).isEmpty();
        return result;
    }

    /** P6: a dropped index is an error, never a scan. */
    @Test
    void failsWithoutItsIndexAndWritesNothing() {
        needs(Ability.INDEXES);
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        write(event(orders, ANN, at(4), ann("Old")));
        Doc before = stored("orders", "o1");
        fixture.dropIndex("orders", "customerId_1");

        assertFails(StoreException.Kind.ACCESS_PATH_LOST, () -> write(event(orders, ANN, at(5), ann("Ann"))));

        assertThat(stored("orders", "o1")).isEqualTo(before);
    }

    /** P5: every type is kept exactly. */
    @Test
    void keepsTypesExactly() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        long position = 5;
        for (Value value : fixture.exactValues()) {
            write(event(orders, ANN, at(position++), Docs.doc("name", value)));

            assertThat(stored("orders", "o1").get(FieldPath.of("customerName")))
                    .as(value.canonical())
                    .isEqualTo(value);
        }
    }

    /** Names with dots, dollars and worse are escaped, not refused. */
    @Test
    void writesFieldsWithHostileNames() {
        for (String name : fixture.hostileNames()) {
            FieldPath nested = FieldPath.of("nested", name);
            CopyDefinition hostile = orderCustomer(copy -> copy.field(
                                    FieldPath.of(name).toString(), "name")
                            .field(nested.toString(), FieldPath.of("from", name).toString()))
                    .definitions()
                    .get(0);
            if (fixture.find("orders", id("o1")).isEmpty()) {
                createOrders();
                fixture.insert("orders", order("o1", "ann"));
            } else {
                fixture.replace("orders", order("o1", "ann"));
            }
            Doc source = ann("Ann").with(FieldPath.of("from", name), Docs.text("nested"));

            write(event(hostile, ANN, at(5), source));

            String shown = name.length() > 40 ? name.substring(0, 40) : name;
            Doc after = stored("orders", "o1");
            assertThat(after.get(FieldPath.of(name))).as(shown).isEqualTo(Docs.text("Ann"));
            assertThat(after.get(nested)).as("nested " + shown).isEqualTo(Docs.text("nested"));
            assertThat(after.entries().keySet()).as(shown).hasSize(8);
        }
    }

    /** A field may be added where a document was missing, and where its parent holds nothing else. */
    @Test
    void makesTheDocumentsOnTheWay() {
        CopyDefinition nested =
                orderCustomer(copy -> copy.field("a.b.c", "name")).definitions().get(0);
        createOrders();
        fixture.insert("orders", order("o1", "ann"));

        write(event(nested, ANN, at(5), ann("Ann")));
        assertThatCopy(stored("orders", "o1"), nested).has("a.b.c", "Ann");
        fixture.update("orders", id("o1"), Map.of(), Set.of(FieldPath.parse("a.b.c")));
        write(event(nested, ANN, at(6), ann("Anna")));

        assertThatCopy(stored("orders", "o1"), nested).has("a.b.c", "Anna");
    }
}
