package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.CopyFixture;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts of connectors share: the store of each test, and the words they speak in. */
@NullUnmarked
public abstract class ConnectorContract {
    static final long EPOCH = 200_000_000L;
    static final SourceKey ANN = Models.key("customerId", "ann");
    static final SourceKey BEA = Models.key("customerId", "bea");

    ConnectorFixture fixture;
    Connector connector;
    StoreName store;
    Model model;
    CopyDefinition orders;

    /** Opens an empty store with a connector. Called once for each test. */
    protected abstract ConnectorFixture open();

    /** Opens the store. */
    @BeforeEach
    public final void openFixture() {
        fixture = open();
        connector = fixture.connector();
        store = connector.name();
        model = orderCustomer(copy -> {});
        orders = model.definitions().get(0);
    }

    /** Closes connector and store. */
    @AfterEach
    public final void closeFixture() {
        if (fixture != null) {
            fixture.connector().close();
            fixture.close();
        }
    }

    final void needs(Ability ability) {
        assumeThat(fixture.abilities()).as("the store's abilities").contains(ability);
    }

    final Model orderCustomer(Consumer<CopyFixture> more) {
        return Models.model("order-customer", store, "customers")
                .key(fixture.keyAttribute(), "{customerId}")
                .copy("orders", copy -> {
                    copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("customerName", "name")
                            .field("customerTier", "profile.tier");
                    more.accept(copy);
                })
                .build();
    }

    final void createOrders() {
        fixture.create("orders", IndexSpec.of("customerId_1", "customerId"));
    }

    final RecordKey id(String id) {
        return new RecordKey(Docs.doc(fixture.keyAttribute(), id));
    }

    /** A record with this id and these alternating names and values. */
    final Doc record(String id, @Nullable Object... namesAndValues) {
        Map<String, Value> entries = new LinkedHashMap<>();
        entries.put(fixture.keyAttribute(), Docs.text(id));
        entries.putAll(Docs.doc(namesAndValues).entries());
        return Doc.of(entries);
    }

    final Doc order(String id, String customer) {
        return record(id, "customerId", customer, "customerName", "old", "total", 12L);
    }

    final Doc labelled(Doc copy, CopyDefinition definition, Value label) {
        return copy.with(definition.labelPath(fixture.labelPrefix()), label);
    }

    final Doc stored(String collection, String id) {
        return fixture.find(collection, id(id)).orElseThrow(() -> new AssertionError("there is no record " + id));
    }

    final void set(String collection, String id, String path, @Nullable Object value) {
        fixture.update(collection, id(id), Map.of(FieldPath.parse(path), Docs.value(value)), Set.of());
    }

    static Version at(long position) {
        return at(EPOCH, position);
    }

    static Version at(long epoch, long position) {
        return new Version(new Epoch(epoch), new Position(String.format("%016d", position)));
    }

    static Value label(SourceKey key, Version version) {
        return Label.of(key, version).toDoc();
    }

    static Doc ann(String name) {
        return Docs.doc("name", name, "profile", Docs.doc("tier", "gold"));
    }

    final CopyStore.EventWrite event(CopyDefinition definition, SourceKey key, Version version, Doc source) {
        return new CopyStore.EventWrite(definition, key, version, Projection.of(definition.copy(), source), null);
    }

    /** Makes an event write with all its pages; returns how many copies it reached. */
    final long write(CopyStore.EventWrite write) {
        long applied = 0;
        @Nullable Cursor from = null;
        for (int page = 0; page < 10_000; page++) {
            CopyStore.WriteResult result = connector
                    .copies()
                    .write(List.of(new CopyStore.EventWrite(
                            write.definition(), write.key(), write.version(), write.projected(), from)))
                    .get(0);
            if (result.failed().isPresent()) {
                throw result.failed().get();
            }
            assertThat(result.failures()).as("copies that failed").isEmpty();
            applied += result.applied();
            if (result.next().isEmpty()) {
                return applied;
            }
            from = result.next().get();
        }
        throw new AssertionError("the write never ended");
    }

    static void assertFails(StoreException.Kind kind, ThrowingCallable call) {
        Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(call);
        assertThat(thrown).isInstanceOf(StoreException.class);
        assertThat(((StoreException) thrown).kind()).as(String.valueOf(thrown)).isEqualTo(kind);
    }
}
