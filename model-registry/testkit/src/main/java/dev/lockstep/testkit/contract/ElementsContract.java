package dev.lockstep.testkit.contract;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.items;
import static dev.lockstep.testkit.Docs.text;
import static dev.lockstep.testkit.assertions.LockstepAssertions.assertThatCopy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Label;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies in the elements of lists: found by identity, labelled each by itself. */
@NullUnmarked
public abstract class ElementsContract extends ConnectorContract {
    private static final SourceKey PEN = Models.key("sku", "pen");
    private static final SourceKey INK = Models.key("sku", "ink");

    CopyDefinition lines;
    CopyDefinition taxes;

    @BeforeEach
    final void makeOrdersWithLines() {
        needs(Ability.ELEMENTS);
        lines = lines("order-product", "productName");
        taxes = lines("order-tax", "tax");
        fixture.create("orders", IndexSpec.of("items_sku_1", "items.sku"));
    }

    private CopyDefinition lines(String name, String field) {
        return Models.model(name, store, "products")
                .key(fixture.keyAttribute(), "{sku}")
                .copy(
                        "lines",
                        copy -> copy.in("orders")
                                .elements("items")
                                .pointer("sku", "{sku}")
                                .byIndex("items_sku_1")
                                .field(field, "name")
                                .field("spec.colour", "colour"))
                .build()
                .definitions()
                .get(0);
    }

    private static Doc line(String sku, int quantity) {
        return doc("sku", sku, "quantity", quantity, "productName", "old");
    }

    private Doc element(String id, int index) {
        Value.Items list = (Value.Items) stored("orders", id).get(FieldPath.of("items"));
        return (Doc) list.values().get(index);
    }

    private static Doc product(String name) {
        return doc("name", name, "colour", "blue");
    }

    private Doc at(Doc line, CopyDefinition definition, @Nullable Value label) {
        return label == null ? line : labelled(line, definition, label);
    }

    /** All elements that match, in all records; no other element, nothing else of the record. */
    @Test
    void writesEveryMatchingElementAndNoOther() {
        fixture.insert(
                "orders", record("o1", "total", 3, "items", items(line("pen", 1), line("ink", 2), line("pen", 3))));
        fixture.insert("orders", record("o2", "items", items(line("pen", 4))));
        fixture.insert("orders", record("o3", "items", items(line("ink", 5))));

        assertThat(write(event(lines, PEN, at(5), product("Pen")))).isPositive();

        for (Doc written : List.of(element("o1", 0), element("o1", 2), element("o2", 0))) {
            assertThatCopy(written, lines)
                    .has("productName", "Pen")
                    .has("spec.colour", "blue")
                    .isLabelled(Label.of(PEN, at(5)));
        }
        assertThat(element("o1", 1)).isEqualTo(line("ink", 2));
        assertThat(element("o1", 2).get(FieldPath.of("quantity"))).isEqualTo(dev.lockstep.testkit.Docs.value(3));
        assertThat(stored("orders", "o1").entries().keySet())
                .containsExactlyInAnyOrder(fixture.keyAttribute(), "total", "items");
        assertThat(stored("orders", "o3")).isEqualTo(record("o3", "items", items(line("ink", 5))));
    }

    /** R1 for each element by itself: a newer label is left, an older one beside it is replaced. */
    @Test
    void testsTheLabelOfEachElement() {
        fixture.insert(
                "orders",
                record(
                        "o1",
                        "items",
                        items(
                                at(line("pen", 1), lines, label(PEN, at(9))),
                                at(line("pen", 2), lines, label(PEN, at(4))),
                                at(line("pen", 3), lines, label(INK, at(9))),
                                line("pen", 4),
                                at(line("pen", 5), lines, text("garbage")))));
        Doc newer = element("o1", 0);

        write(event(lines, PEN, at(5), product("Pen")));

        assertThat(element("o1", 0)).isEqualTo(newer);
        for (int i = 1; i < 5; i++) {
            assertThatCopy(element("o1", i), lines).has("productName", "Pen").isLabelled(PEN, at(5));
        }
    }

    /** Elements are known by identity, never by position. */
    @Test
    void followsElementsThatWereReordered() {
        fixture.insert("orders", record("o1", "items", items(line("pen", 1), line("ink", 2))));
        write(event(lines, PEN, at(5), product("Pen")));
        Doc pen = element("o1", 0);
        Doc ink = element("o1", 1);
        fixture.update("orders", id("o1"), Map.of(FieldPath.of("items"), items(ink, pen)), Set.of());

        write(event(lines, PEN, at(6), product("Quill")));
        write(event(lines, INK, at(2), product("Ink")));

        assertThatCopy(element("o1", 1), lines).has("productName", "Quill").isLabelled(PEN, at(6));
        assertThatCopy(element("o1", 0), lines).has("productName", "Ink").isLabelled(INK, at(2));
    }

    /** Two models in one element have a label each. */
    @Test
    void keepsTheLabelsOfTwoModelsApart() {
        fixture.insert("orders", record("o1", "items", items(line("pen", 1))));

        write(event(lines, PEN, at(9), product("Pen")));
        write(event(taxes, PEN, at(5), product("20 %")));

        assertThatCopy(element("o1", 0), lines).has("productName", "Pen").isLabelled(PEN, at(9));
        assertThatCopy(element("o1", 0), taxes).has("tax", "20 %").isLabelled(PEN, at(5));
    }

    /** R1: the projection is complete in every element. */
    @Test
    void unsetsWhatTheSourceLacks() {
        fixture.insert("orders", record("o1", "items", items(line("pen", 1), line("pen", 2))));
        write(event(lines, PEN, at(5), product("Pen")));

        write(event(lines, PEN, at(6), doc("name", null)));

        assertThatCopy(element("o1", 0), lines).has("productName", null).lacks("spec.colour");
        assertThatCopy(element("o1", 1), lines).has("productName", null).lacks("spec.colour");
    }

    /** Elements that share pointer and label are one state; others are states of their own. */
    @Test
    void readsOneStateForElementsThatShareTheirLabel() {
        Value label = label(PEN, at(4));
        fixture.insert(
                "orders",
                record(
                        "o1",
                        "items",
                        items(
                                line("pen", 1),
                                at(line("pen", 2), lines, label),
                                line("ink", 3),
                                at(line("pen", 4), lines, label),
                                "no document")));

        List<CopyState> read = connector.copies().read(lines, List.of(id("o1")));
        List<CopyState> found = connector.copies().find(lines, PEN, null, 10).copies();

        assertThat(read).hasSize(3);
        assertThat(read)
                .filteredOn(state -> label.equals(state.label()))
                .singleElement()
                .satisfies(state -> assertThat(state.occurrences()).hasSize(2));
        assertThat(found)
                .filteredOn(state -> state.pointer().equals(Optional.of(PEN)))
                .hasSize(2);
    }

    private CopyStore.CheckResult check(@Nullable Value expected) {
        Copy copy = lines.copy();
        return connector
                .copies()
                .check(List.of(new CopyStore.CheckWrite(
                        lines,
                        id("o1"),
                        PEN,
                        expected,
                        Projection.of(copy, product("Pen")),
                        Label.of(PEN, at(5), "nonce-2"))))
                .get(0);
    }

    /** R3 for elements: exactly those with the pointer and the label that were read. */
    @Test
    void checksWriteTheElementsWithTheExpectedLabel() {
        Value expected = Label.of(PEN, at(4), "nonce-1").toDoc();
        fixture.insert(
                "orders",
                record(
                        "o1",
                        "items",
                        items(
                                at(line("pen", 1), lines, expected),
                                at(line("pen", 2), lines, label(PEN, at(4))),
                                at(line("ink", 3), lines, expected),
                                line("pen", 4),
                                at(line("pen", 5), lines, expected))));
        Doc before = stored("orders", "o1");

        assertThat(check(expected)).isEqualTo(new CopyStore.Applied());

        for (int i : List.of(0, 4)) {
            assertThatCopy(element("o1", i), lines)
                    .has("productName", "Pen")
                    .isLabelled(Label.of(PEN, at(5), "nonce-2"));
        }
        Value.Items list = (Value.Items) before.get(FieldPath.of("items"));
        for (int i : List.of(1, 2, 3)) {
            assertThat(element("o1", i)).isEqualTo(list.values().get(i));
        }
    }

    /** R3 for elements: no label was read, there is none. */
    @Test
    void checksWriteElementsWithoutALabel() {
        fixture.insert(
                "orders", record("o1", "items", items(line("pen", 1), at(line("pen", 2), lines, label(PEN, at(9))))));

        assertThat(check(null)).isEqualTo(new CopyStore.Applied());

        assertThatCopy(element("o1", 0), lines).has("productName", "Pen");
        assertThatCopy(element("o1", 1), lines).has("productName", "old").isLabelled(PEN, at(9));
    }

    /** R3 for elements: none is as it was read. */
    @Test
    void checksConflictWhenNoElementIsAsExpected() {
        Doc before = record("o1", "items", items(at(line("pen", 1), lines, label(PEN, at(6))), line("ink", 2)));
        fixture.insert("orders", before);

        assertThat(check(label(PEN, at(4)))).isEqualTo(new CopyStore.Conflict());
        assertThat(check(null)).isEqualTo(new CopyStore.Conflict());

        assertThat(stored("orders", "o1")).isEqualTo(before);
    }

    /** A record whose list is gone, or is no list, is no copy. */
    @Test
    void leavesRecordsWithoutTheList() {
        fixture.insert("orders", record("o1", "total", 1));
        fixture.insert("orders", record("o2", "items", items()));

        assertThat(write(event(lines, PEN, at(5), product("Pen")))).isZero();
        assertThat(check(null)).isEqualTo(new CopyStore.Conflict());

        assertThat(connector.copies().read(lines, List.of(id("o1"), id("o2")))).isEmpty();
    }

    /** P6: a dropped index is an error, never a scan. */
    @Test
    void failsWithoutItsIndex() {
        fixture.insert("orders", record("o1", "items", items(line("pen", 1))));
        fixture.dropIndex("orders", "items_sku_1");

        assertFails(StoreException.Kind.ACCESS_PATH_LOST, () -> write(event(lines, PEN, at(5), product("Pen"))));

        assertThat(element("o1", 0)).isEqualTo(line("pen", 1));
    }
}
