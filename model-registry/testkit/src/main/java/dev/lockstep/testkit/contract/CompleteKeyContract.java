package dev.lockstep.testkit.contract;

import static dev.lockstep.testkit.assertions.LockstepAssertions.assertThatCopy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Label;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies whose complete key the source key spells: twin records. */
@NullUnmarked
public abstract class CompleteKeyContract extends ConnectorContract {
    private static final SourceKey ONE = Models.key("orderId", "1");

    CopyDefinition twins;

    @BeforeEach
    final void makeTwins() {
        twins = Models.model("order-twin", store, "customers")
                .key(fixture.keyAttribute(), "ORDER#{orderId}")
                .copy(
                        "twins",
                        copy -> copy.in("orders")
                                .pointer(fixture.keyAttribute(), "TWIN#{orderId}")
                                .byKey()
                                .field("customerName", "name"))
                .build()
                .definitions()
                .get(0);
        fixture.create("orders");
    }

    /** One key, one record. */
    @Test
    void writesTheOneRecord() {
        fixture.insert("orders", record("TWIN#1", "customerName", "old"));
        fixture.insert("orders", record("TWIN#2", "customerName", "old"));

        assertThat(write(event(twins, ONE, at(5), ann("Ann")))).isEqualTo(1);
        assertThat(write(event(twins, ONE, at(4), ann("Older")))).isZero();

        assertThatCopy(stored("orders", "TWIN#1"), twins)
                .has("customerName", "Ann")
                .isLabelled(Label.of(ONE, at(5)));
        assertThat(stored("orders", "TWIN#2")).isEqualTo(record("TWIN#2", "customerName", "old"));
    }

    /** R9: a twin that is not there is not made. */
    @Test
    void neverCreatesTheRecord() {
        assertThat(write(event(twins, ONE, at(5), ann("Ann")))).isZero();

        assertThat(fixture.find("orders", id("TWIN#1"))).isEmpty();
    }

    /** The pointer is read back from the key. */
    @Test
    void findsTheOneRecord() {
        Doc twin = labelled(record("TWIN#1", "customerName", "old"), twins, label(ONE, at(3)));
        fixture.insert("orders", twin);

        CopyState found = connector.copies().find(twins, ONE, null, 10).copies().get(0);

        assertThat(found.record()).isEqualTo(id("TWIN#1"));
        assertThat(found.pointer()).contains(ONE);
        assertThat(found.label()).isEqualTo(label(ONE, at(3)));
        assertThat(connector
                        .copies()
                        .find(twins, Models.key("orderId", "2"), null, 10)
                        .copies())
                .isEmpty();
    }

    /** The one record is named without asking, so that its absence can be told. */
    @Test
    void namesTheOneRecord() {
        assertThat(connector.copies().onlyRecord(twins, ONE)).contains(id("TWIN#1"));
        assertThat(connector.copies().onlyRecord(orders, ANN)).isEmpty();
    }
}
