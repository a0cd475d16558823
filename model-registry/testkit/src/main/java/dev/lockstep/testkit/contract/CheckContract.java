package dev.lockstep.testkit.contract;

import static dev.lockstep.testkit.assertions.LockstepAssertions.assertThatCopy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Label;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyStore;
import dev.lockstep.testkit.Docs;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Writes of checks: rule R3's condition, R9 and P5. */
@NullUnmarked
public abstract class CheckContract extends ConnectorContract {
    private static final Label NEW = Label.of(ANN, at(5), "nonce-2");

    private CopyStore.CheckWrite check(CopyDefinition definition, SourceKey pointer, @Nullable Value expected) {
        return new CopyStore.CheckWrite(
                definition, id("o1"), pointer, expected, Projection.of(definition.copy(), ann("Ann")), NEW);
    }

    private CopyStore.CheckResult make(CopyStore.CheckWrite write) {
        return connector.copies().check(List.of(write)).get(0);
    }

    private void assertWritten(CopyStore.CheckResult result) {
        assertThat(result).isEqualTo(new CopyStore.Applied());
        assertThatCopy(stored("orders", "o1"), orders)
                .has("customerName", "Ann")
                .has("customerTier", "gold")
                .has("total", 12L)
                .isLabelled(NEW);
    }

    private void assertConflict(CopyStore.CheckWrite write) {
        Doc before = stored("orders", "o1");

        assertThat(make(write)).isEqualTo(new CopyStore.Conflict());

        assertThat(stored("orders", "o1")).isEqualTo(before);
    }

    private void insertLabelled(@Nullable Value label) {
        createOrders();
        Doc order = order("o1", "ann");
        fixture.insert("orders", label == null ? order : labelled(order, orders, label));
    }

    /** R3: no label was read, there is none. */
    @Test
    void writesWhereThereIsStillNoLabel() {
        insertLabelled(null);

        assertWritten(make(check(orders, ANN, null)));
    }

    /** R3: the label is the one that was read, whatever its position, nonce or key. */
    @Test
    void writesWhereTheLabelIsStillTheOneThatWasRead() {
        createOrders();
        for (Value label : List.of(
                label(ANN, at(4)),
                label(ANN, at(9)),
                label(BEA, at(9)),
                Label.of(ANN, at(5), "nonce-1").toDoc())) {
            fixture.insert("orders", labelled(order("o1", "ann"), orders, label));

            assertWritten(make(check(orders, ANN, label)));

            fixture.delete("orders", id("o1"));
        }
    }

    /** R3: a malformed label counts as it is. */
    @Test
    void writesWhereAMalformedLabelIsStillTheOneThatWasRead() {
        createOrders();
        for (Value malformed : EventWriteContract.malformedLabels().toList()) {
            fixture.insert("orders", labelled(order("o1", "ann"), orders, malformed));

            assertWritten(make(check(orders, ANN, malformed)));

            fixture.delete("orders", id("o1"));
        }
    }

    /** R3: somebody labelled the copy in between. */
    @Test
    void conflictsWithALabelThatAppeared() {
        insertLabelled(label(ANN, at(4)));

        assertConflict(check(orders, ANN, null));
    }

    /** Null is a label too, a malformed one: it is not the absence of one. */
    @Test
    void tellsANullLabelFromNone() {
        insertLabelled(Value.Null.NULL);
        assertConflict(check(orders, ANN, null));
        fixture.replace("orders", order("o1", "ann"));
        assertConflict(check(orders, ANN, Value.Null.NULL));
    }

    /** R3: a whole-document save dropped the label in between. */
    @Test
    void conflictsWithALabelThatIsGone() {
        insertLabelled(null);

        assertConflict(check(orders, ANN, label(ANN, at(4))));
    }

    /** R3: another check was faster; only the nonce tells. */
    @Test
    void conflictsWhenOnlyTheNonceDiffers() {
        insertLabelled(Label.of(ANN, at(5), "nonce-1").toDoc());

        assertConflict(check(orders, ANN, Label.of(ANN, at(5), "nonce-0").toDoc()));
        assertConflict(check(orders, ANN, label(ANN, at(5))));
    }

    /** R3: an event write was faster. */
    @Test
    void conflictsWithANewerPosition() {
        insertLabelled(label(ANN, at(6)));

        assertConflict(check(orders, ANN, label(ANN, at(4))));
    }

    /** R3: the copy was moved in between. */
    @Test
    void conflictsWithAPointerThatWasMoved() {
        createOrders();
        fixture.insert("orders", order("o1", "bea"));

        assertConflict(check(orders, ANN, null));
    }

    /** R3: a pointer that is gone names nothing. */
    @Test
    void conflictsWithAPointerThatIsGone() {
        insertLabelled(null);
        fixture.update("orders", id("o1"), Map.of(), Set.of(FieldPath.of("customerId")));

        assertConflict(check(orders, ANN, null));
    }

    /** R3: {@code where} must still hold. */
    @Test
    void conflictsWithACopyThatLeftTheScope() {
        CopyDefinition open = orderCustomer(copy -> copy.where("status", Docs.text("OPEN")))
                .definitions()
                .get(0);
        createOrders();
        fixture.insert("orders", record("o1", "customerId", "ann", "status", "CLOSED"));

        assertConflict(check(open, ANN, null));
        set("orders", "o1", "status", "OPEN");

        assertThat(make(check(open, ANN, null))).isEqualTo(new CopyStore.Applied());
    }

    /** R9: a record that is gone stays gone. */
    @Test
    void conflictsWithARecordThatIsGoneAndNeverCreatesIt() {
        insertLabelled(null);
        fixture.delete("orders", id("o1"));

        assertThat(make(check(orders, ANN, null))).isEqualTo(new CopyStore.Conflict());

        assertThat(fixture.find("orders", id("o1"))).isEmpty();
    }

    /** After an outcome in doubt the same write conflicts, and is never made twice. */
    @Test
    void conflictsWhenRepeated() {
        insertLabelled(null);
        make(check(orders, ANN, null));

        assertConflict(check(orders, ANN, null));
    }

    /** P5: other attributes keep their exact values. */
    @Test
    void touchesRegisteredFieldsAndItsLabelOnly() {
        createOrders();
        Doc before = order("o1", "ann")
                .with(FieldPath.of(fixture.labelPrefix(), "other-model", "orders"), label(BEA, at(3)));
        int i = 0;
        for (Value value : fixture.exactValues()) {
            before = before.with(FieldPath.of("other" + i++), value);
        }
        fixture.insert("orders", before);

        make(check(orders, ANN, null));

        assertThat(stored("orders", "o1"))
                .isEqualTo(before.with(FieldPath.of("customerName"), Docs.text("Ann"))
                        .with(FieldPath.of("customerTier"), Docs.text("gold"))
                        .with(orders.labelPath(fixture.labelPrefix()), NEW.toDoc()));
    }

    /** One result per write, in order, each by itself. */
    @Test
    void answersManyWritesInOrder() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        fixture.insert("orders", order("o2", "bea"));
        fixture.insert("orders", order("o3", "ann"));
        List<CopyStore.CheckWrite> writes = List.of("o2", "o1", "gone", "o3").stream()
                .map(id -> new CopyStore.CheckWrite(
                        orders, id(id), ANN, null, Projection.of(orders.copy(), ann("Ann")), NEW))
                .toList();

        assertThat(connector.copies().check(writes))
                .containsExactly(
                        new CopyStore.Conflict(),
                        new CopyStore.Applied(),
                        new CopyStore.Conflict(),
                        new CopyStore.Applied());
    }
}
