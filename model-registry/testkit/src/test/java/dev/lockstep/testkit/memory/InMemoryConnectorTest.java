package dev.lockstep.testkit.memory;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Change;
import dev.lockstep.change.Version;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.CopyStore;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.Doc;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InMemoryConnectorTest {
    private final MemoryStore store = new MemoryStore(Models.SHOP, new ManualClock());
    private final Model model = Models.orderCustomer();
    private final CopyDefinition orders = model.definitions().get(0);
    private final SourceKey key = Models.key("customerId", "c1");

    @BeforeEach
    void twoOrdersOfOneCustomer() {
        store.create("customers").create("orders", MemoryIndex.of("customerId_1", "customerId"));
        store.insert("customers", doc("_id", "c1", "name", "Ann"));
        store.insert("orders", doc("_id", "o1", "customerId", "c1"));
        store.insert("orders", doc("_id", "o2", "customerId", "c1"));
    }

    private CopyStore.EventWrite write(String name, int position) {
        return new CopyStore.EventWrite(
                orders,
                key,
                new Version(new Epoch(1), ChangeLog.position(position)),
                Projection.of(orders.copy(), doc("_id", "c1", "name", name)),
                null);
    }

    @Test
    void aChangeOfTheSourceReachesEveryCopy() {
        InMemoryConnector connector = new InMemoryConnector(store);

        assertThat(connector.copies().write(List.of(write("Bea", 4))).get(0).applied())
                .isEqualTo(2);

        assertThat(store.all("orders"))
                .extracting(order -> order.entries().get("customerName"))
                .containsExactly(text("Bea"), text("Bea"));
    }

    @Test
    void pagesHandleOneCopyEachAndLookUpApart() {
        CopyStore copies = new InMemoryConnector(store, MemorySettings.plain().with(Paging.copyByCopy())).copies();
        CopyStore.EventWrite write = write("Bea", 4);

        CopyStore.WriteResult lookedUp = copies.write(List.of(write)).get(0);
        store.delete("orders", MemoryStore.id("o2"));
        CopyStore.WriteResult first =
                copies.write(List.of(goOn(write, lookedUp))).get(0);
        CopyStore.WriteResult second = copies.write(List.of(goOn(write, first))).get(0);

        assertThat(List.of(lookedUp.applied(), first.applied(), second.applied()))
                .containsExactly(0L, 1L, 0L);
        assertThat(second.next()).isEmpty();
        assertThat(store.all("orders")).hasSize(1);
    }

    @Test
    void anUpsertingMutantMakesAGhost() {
        WriteRules upserting = new WriteRules() {
            @Override
            public boolean upserts() {
                return true;
            }
        };
        CopyStore copies = new InMemoryConnector(
                        store, MemorySettings.plain().with(Paging.copyByCopy()).with(upserting))
                .copies();
        CopyStore.EventWrite write = write("Bea", 4);
        CopyStore.WriteResult result = copies.write(List.of(write)).get(0);
        store.delete("orders", MemoryStore.id("o2"));

        while (result.next().isPresent()) {
            result = copies.write(List.of(goOn(write, result))).get(0);
        }

        assertThat(store.all("orders")).hasSize(2);
    }

    @Test
    void aLaggingIndexFindsACopyOnceItIsShown() {
        store.indexes(IndexVisibility.LAGGING);
        store.insert("orders", doc("_id", "o3", "customerId", "c1"));
        CopyStore copies = new InMemoryConnector(store).copies();

        assertThat(copies.find(orders, key, null, 10).copies()).hasSize(2);
        assertThat(store.unseenByIndex()).containsEntry("orders", List.of(MemoryStore.id("o3")));
        store.showIndex("orders", MemoryStore.id("o3"));

        assertThat(copies.find(orders, key, null, 10).copies()).hasSize(3);
        assertThat(store.unseenByIndex()).isEmpty();
    }

    @Test
    void staleReadsShowAnOlderStateButNeverOneBeforeNotBefore() {
        store.set("customers", MemoryStore.id("c1"), "name", text("Bea"));
        StaleReads atTheBeginning = new StaleReads() {
            @Override
            public dev.lockstep.change.Position asOf(
                    dev.lockstep.registry.CollectionRef collection,
                    dev.lockstep.change.RecordKey record,
                    Optional<dev.lockstep.change.Position> notBefore) {
                return ChangeLog.position(1);
            }
        };
        InMemoryConnector connector =
                new InMemoryConnector(store, MemorySettings.plain().with(atTheBeginning));

        Map<SourceKey, Doc> old = connector.records().read(model.source(), List.of(key), Optional.empty());
        Map<SourceKey, Doc> present =
                connector.records().read(model.source(), List.of(key), Optional.of(store.newest()));

        assertThat(old.get(key).entries()).containsEntry("name", text("Ann"));
        assertThat(present.get(key).entries()).containsEntry("name", text("Bea"));
    }

    @Test
    void theStreamTellsOwnWritesWithTheirLabels() {
        InMemoryConnector connector = new InMemoryConnector(store);
        ChangeStream stream = connector
                .changes()
                .open(
                        "p0",
                        new ChangeSource.Subscription(
                                Map.of("orders", new ChangeSource.Interest(orders.watchedCopyPaths(), true))),
                        new ChangeSource.Now());
        connector.copies().write(List.of(write("Bea", 4)));

        ChangeStream.Batch batch = stream.poll(10, Duration.ZERO);

        assertThat(batch.changes()).hasSize(2).allSatisfy(captured -> {
            Change change = (Change) captured;
            assertThat(change.touched().orElseThrow().set().keySet())
                    .extracting(Object::toString)
                    .containsExactlyInAnyOrder(
                            "customerName", "_lockstep.order-customer.orders.s", "_lockstep.order-customer.orders.v");
        });
    }

    private static CopyStore.EventWrite goOn(CopyStore.EventWrite write, CopyStore.WriteResult result) {
        return new CopyStore.EventWrite(
                write.definition(),
                write.key(),
                write.version(),
                write.projected(),
                result.next().orElseThrow());
    }
}
