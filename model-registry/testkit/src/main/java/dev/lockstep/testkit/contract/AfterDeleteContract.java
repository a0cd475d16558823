package dev.lockstep.testkit.contract;

import static dev.lockstep.testkit.assertions.LockstepAssertions.assertThatCopy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Label;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Docs;
import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of copies whose source was deleted: rule R8 under the condition of R1. */
@NullUnmarked
public abstract class AfterDeleteContract extends ConnectorContract {
    private static Copy policy(CopyDefinition definition) {
        return definition.copy();
    }

    private long afterDelete(CopyDefinition definition, int position) {
        return write(new EventWrite(definition, ANN, at(position), Projection.afterDelete(policy(definition)), null));
    }

    private long remove(int position) {
        long removed = 0;
        @Nullable Cursor from = null;
        do {
            CopyStore.WriteResult result = connector.copies().remove(orders, ANN, at(position), from);
            result.failed().ifPresent(failed -> {
                throw failed;
            });
            assertThat(result.failures()).isEmpty();
            removed += result.applied();
            from = result.next().orElse(null);
        } while (from != null);
        return removed;
    }

    /** {@code unset}: the registered fields go, and the delete's position is the tombstone. */
    @Test
    void unsetsTheRegisteredFieldsUnderTheDeletesPosition() {
        CopyDefinition unset = orderCustomer(copy -> copy.onSourceDelete(Copy.OnSourceDelete.UNSET))
                .definitions()
                .get(0);
        createOrders();
        fixture.insert("orders", record("o1", "customerId", "ann", "customerName", "Ann", "own", 1L));
        fixture.insert("orders", record("o2", "customerId", "bea", "customerName", "Bea"));

        assertThat(afterDelete(unset, 5)).isEqualTo(1);

        Doc expected = labelled(record("o1", "customerId", "ann", "own", 1L), unset, label(ANN, at(5)));
        assertThat(stored("orders", "o1")).isEqualTo(expected);
        assertThat(stored("orders", "o2")).isEqualTo(record("o2", "customerId", "bea", "customerName", "Bea"));
        assertThat(write(event(unset, ANN, at(4), ann("Late"))))
                .as("a late event")
                .isZero();
        assertThat(write(event(unset, ANN, at(6), ann("Again")))).isEqualTo(1);
        assertThatCopy(stored("orders", "o1"), unset).has("customerName", "Again");
    }

    /** {@code mark}: the fields stay; a source that comes back takes the mark away. */
    @Test
    void marksAndTakesTheMarkAwayWhenTheSourceIsBack() {
        CopyDefinition marked = orderCustomer(copy -> copy.mark("source.deleted", new Value.Bool(true)))
                .definitions()
                .get(0);
        createOrders();
        fixture.insert(
                "orders", record("o1", "customerId", "ann", "customerName", "Ann", "source", Docs.doc("own", 1L)));

        assertThat(afterDelete(marked, 5)).isEqualTo(1);

        assertThatCopy(stored("orders", "o1"), marked)
                .has("customerName", "Ann")
                .has("source.deleted", true)
                .has("source.own", 1L)
                .isLabelled(Label.of(ANN, at(5)));
        assertThat(write(event(marked, ANN, at(6), ann("Again")))).isEqualTo(1);
        assertThatCopy(stored("orders", "o1"), marked)
                .has("customerName", "Again")
                .lacks("source.deleted")
                .has("source.own", 1L);
    }

    /** {@code delete}: the copies of the key go, and nothing else. */
    @Test
    void removesTheCopiesOfTheKeyAndNoOther() {
        createOrders();
        for (int i = 0; i < 30; i++) {
            fixture.insert("orders", order("o" + i, "ann"));
        }
        fixture.insert("orders", order("b1", "bea"));

        assertThat(remove(5)).isEqualTo(30);

        assertThat(fixture.find("orders", id("o1"))).isEmpty();
        assertThat(fixture.find("orders", id("o29"))).isEmpty();
        assertThat(stored("orders", "b1")).isEqualTo(order("b1", "bea"));
        assertThat(remove(5)).as("once more").isZero();
    }

    /** R1's condition: a newer position, and a copy that was moved or is out of scope, stay. */
    @Test
    void removesUnderTheConditionOfAnEventWriteOnly() {
        createOrders();
        fixture.insert("orders", order("newer", "ann"));
        write(event(orders, ANN, at(6), ann("Again")));
        fixture.insert("orders", order("moved", "bea"));
        fixture.insert("orders", order("older", "ann"));

        assertThat(remove(5)).isEqualTo(1);

        assertThatCopy(stored("orders", "newer"), orders).has("customerName", "Again");
        assertThat(stored("orders", "moved")).isEqualTo(order("moved", "bea"));
        assertThat(fixture.find("orders", id("older"))).isEmpty();
    }

    /** P6: without its index nothing is scanned and nothing removed. */
    @Test
    void failsWithoutItsIndexAndRemovesNothing() {
        needs(Ability.INDEXES);
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        fixture.dropIndex("orders", "customerId_1");

        assertFails(StoreException.Kind.ACCESS_PATH_LOST, () -> remove(5));

        assertThat(stored("orders", "o1")).isEqualTo(order("o1", "ann"));
    }
}
