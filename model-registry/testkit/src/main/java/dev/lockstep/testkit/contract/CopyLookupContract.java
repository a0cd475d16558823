package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Docs;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Look-ups, strong reads, scans and samples of copies. */
@NullUnmarked
public abstract class CopyLookupContract extends ConnectorContract {
    private void insertOrders(int count, String customer) {
        for (int i = 0; i < count; i++) {
            fixture.insert("orders", order(customer + i, customer));
        }
    }

    private List<CopyState> findAll(SourceKey key, int limit) {
        List<CopyState> all = new ArrayList<>();
        @Nullable Cursor after = null;
        for (int page = 0; page < 1_000; page++) {
            CopyStore.CopyPage found = connector.copies().find(orders, key, after, limit);
            assertThat(found.copies()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(found.copies());
            if (found.next().isEmpty()) {
                return all;
            }
            after = found.next().get();
        }
        throw new AssertionError("the look-up never ended");
    }

    private static List<RecordKey> keys(List<CopyState> states) {
        return states.stream().map(CopyState::record).toList();
    }

    private List<RecordKey> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> id(prefix + i)).toList();
    }

    /** Every copy of the key once, and no other, whatever the size of a page. */
    @Test
    void findsTheCopiesOfAKeyInPages() {
        createOrders();
        insertOrders(7, "ann");
        insertOrders(3, "bea");

        for (int limit : List.of(1, 3, 7, 100)) {
            assertThat(keys(findAll(ANN, limit)))
                    .as("pages of " + limit)
                    .containsExactlyInAnyOrderElementsOf(ids("ann", 7));
        }
    }

    /** What a copy holds, with its label exactly as stored. */
    @Test
    void findsPointerLabelAndRegisteredFields() {
        createOrders();
        Value label = label(BEA, at(9));
        fixture.insert("orders", labelled(order("o1", "ann"), orders, label));

        CopyState found = findAll(ANN, 10).get(0);

        assertThat(found.record()).isEqualTo(id("o1"));
        assertThat(found.pointer()).contains(ANN);
        assertThat(found.inScope()).isTrue();
        assertThat(found.label()).isEqualTo(label);
        assertThat(found.occurrences()).hasSize(1);
        assertThat(found.occurrences().get(0).get(FieldPath.of("customerName"))).isEqualTo(Docs.text("old"));
        assertThat(found.occurrences().get(0).get(FieldPath.of("customerTier"))).isNull();
    }

    /** Copies outside {@code where} are left out, or marked. */
    @Test
    void tellsCopiesOutOfScope() {
        CopyDefinition open = orderCustomer(copy -> copy.where("status", Docs.text("OPEN")))
                .definitions()
                .get(0);
        createOrders();
        fixture.insert("orders", record("o1", "customerId", "ann", "status", "OPEN"));
        fixture.insert("orders", record("o2", "customerId", "ann", "status", "CLOSED"));

        List<CopyState> found = connector.copies().find(open, ANN, null, 10).copies();
        List<CopyState> read = connector.copies().read(open, List.of(id("o1"), id("o2")));

        assertThat(keys(found.stream().filter(CopyState::inScope).toList())).containsExactly(id("o1"));
        assertThat(keys(read.stream().filter(CopyState::inScope).toList())).containsExactly(id("o1"));
    }

    /** P6: a dropped index is an error, never a scan. */
    @Test
    void failsToFindWithoutItsIndex() {
        needs(Ability.INDEXES);
        createOrders();
        insertOrders(2, "ann");
        findAll(ANN, 10);
        fixture.dropIndex("orders", "customerId_1");

        assertFails(
                StoreException.Kind.ACCESS_PATH_LOST, () -> connector.copies().find(orders, ANN, null, 10));
    }

    /** A strong read: what was acknowledged before is there; a record that is gone is left out. */
    @Test
    void readsRecordsByTheirKeys() {
        createOrders();
        insertOrders(3, "ann");
        fixture.delete("orders", id("ann1"));
        set("orders", "ann2", "customerName", "new");

        List<CopyState> read = connector.copies().read(orders, List.of(id("ann2"), id("ann1"), id("ann0"), id("none")));

        assertThat(keys(read)).containsExactlyInAnyOrder(id("ann0"), id("ann2"));
        assertThat(read)
                .filteredOn(state -> state.record().equals(id("ann2")))
                .allSatisfy(state -> assertThat(state.occurrences().get(0).get(FieldPath.of("customerName")))
                        .isEqualTo(Docs.text("new")));
    }

    /** Null and missing are both told, and apart. */
    @Test
    void readsNullAndMissingApart() {
        createOrders();
        fixture.insert("orders", record("o1", "customerId", "ann", "customerName", null));

        CopyState read = connector.copies().read(orders, List.of(id("o1"))).get(0);

        assertThat(read.occurrences().get(0).get(FieldPath.of("customerName"))).isEqualTo(Value.Null.NULL);
        assertThat(read.occurrences().get(0).get(FieldPath.of("customerTier"))).isNull();
        assertThat(read.label()).isNull();
    }

    /** A pointer that is missing or null names nothing. */
    @Test
    void readsRecordsWithoutAPointer() {
        createOrders();
        fixture.insert("orders", record("o1", "customerName", "x"));
        List<RecordKey> ids = new ArrayList<>(List.of(id("o1")));
        if (fixture.abilities().contains(Ability.NULLS_IN_INDEXES)) {
            fixture.insert("orders", record("o2", "customerName", "x", "customerId", null));
            ids.add(id("o2"));
        }

        assertThat(connector.copies().read(orders, ids))
                .hasSameSizeAs(ids)
                .allSatisfy(state -> assertThat(state.pointer()).isEmpty());
    }

    /** P5: every type is read exactly. */
    @Test
    void readsTypesExactly() {
        createOrders();
        int i = 0;
        for (Value value : fixture.exactValues()) {
            String id = "o" + i++;
            fixture.insert("orders", record(id, "customerId", "ann", "customerName", value));

            CopyState read = connector.copies().read(orders, List.of(id(id))).get(0);

            assertThat(read.occurrences().get(0).get(FieldPath.of("customerName")))
                    .as(value.canonical())
                    .isEqualTo(value);
        }
    }

    /** The segments of a scan cover the collection without overlap. */
    @Test
    void scansEveryRecordExactlyOnce() {
        createOrders();
        insertOrders(40, "ann");
        insertOrders(10, "bea");
        fixture.insert("orders", record("o-none", "customerName", "x"));
        List<RecordKey> all = new ArrayList<>(ids("ann", 40));
        all.addAll(ids("bea", 10));
        all.add(id("o-none"));

        for (int wanted : List.of(1, 4)) {
            for (int limit : List.of(3, 1_000)) {
                List<RecordKey> seen = new ArrayList<>();
                for (Segment segment : connector.copies().segments(orders, wanted)) {
                    scan(segment, limit, seen);
                }
                assertThat(seen).as(wanted + " segments, pages of " + limit).containsExactlyInAnyOrderElementsOf(all);
            }
        }
    }

    private void scan(Segment segment, int limit, List<RecordKey> seen) {
        @Nullable Cursor after = null;
        while (true) {
            CopyStore.CopyPage page = connector.copies().scan(orders, segment, after, limit);
            assertThat(page.copies()).hasSizeLessThanOrEqualTo(limit);
            seen.addAll(keys(page.copies()));
            Optional<Cursor> next = page.next();
            if (next.isEmpty()) {
                return;
            }
            after = next.get();
        }
    }

    /** An empty collection is scanned and sampled without a fuss. */
    @Test
    void scansAndSamplesAnEmptyCollection() {
        createOrders();
        List<RecordKey> seen = new ArrayList<>();

        for (Segment segment : connector.copies().segments(orders, 4)) {
            scan(segment, 10, seen);
        }

        assertThat(seen).isEmpty();
        assertThat(connector.copies().sample(orders, 10)).isEmpty();
    }

    /** A sample holds copies that exist. */
    @Test
    void samplesCopiesThatExist() {
        createOrders();
        insertOrders(30, "ann");

        List<CopyState> sample = connector.copies().sample(orders, 10);

        assertThat(sample).isNotEmpty();
        assertThat(Set.copyOf(ids("ann", 30))).containsAll(keys(sample));
        assertThat(sample).allSatisfy(state -> assertThat(state.pointer()).contains(ANN));
    }

    /** A pointer that was moved is found at its new source, no longer at the old one. */
    @Test
    void findsAMovedCopyAtItsNewSource() {
        createOrders();
        fixture.insert("orders", order("o1", "ann"));
        fixture.update("orders", id("o1"), Map.of(FieldPath.of("customerId"), Docs.text("bea")), Set.of());

        assertThat(findAll(ANN, 10)).isEmpty();
        assertThat(keys(findAll(BEA, 10))).containsExactly(id("o1"));
    }
}
