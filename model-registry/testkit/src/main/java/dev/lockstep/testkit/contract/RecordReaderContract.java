package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Change;
import dev.lockstep.change.Position;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads of sources: rule R10 and promise P5. */
@NullUnmarked
public abstract class RecordReaderContract extends ConnectorContract {
    private Map<SourceKey, Doc> read(Model of, Optional<Position> notBefore, SourceKey... keys) {
        return connector.records().read(of.source(), List.of(keys), notBefore);
    }

    private Doc customer(String id, String name) {
        return record(id, "name", name, "profile", Docs.doc("tier", "gold"));
    }

    /** Those that exist, by key. */
    @Test
    void readsTheRecordsThatExist() {
        fixture.create("customers");
        fixture.insert("customers", customer("ann", "Ann"));
        fixture.insert("customers", customer("bea", "Bea"));
        fixture.insert("customers", customer("cleo", "Cleo"));

        Map<SourceKey, Doc> read = read(model, Optional.empty(), ANN, BEA, Models.key("customerId", "nobody"));

        assertThat(read).containsOnlyKeys(ANN, BEA);
        assertThat(read.get(ANN).get(FieldPath.of("name"))).isEqualTo(Docs.text("Ann"));
        assertThat(read.get(BEA).get(FieldPath.parse("profile.tier"))).isEqualTo(Docs.text("gold"));
    }

    /** What was acknowledged before the call is there: updates, deletes and inserts. */
    @Test
    void seesEveryWriteThatWasAcknowledged() {
        fixture.create("customers");
        for (int i = 0; i < 20; i++) {
            fixture.insert("customers", customer("ann", "Ann " + i));
            assertThat(read(model, Optional.empty(), ANN).get(ANN).get(FieldPath.of("name")))
                    .isEqualTo(Docs.text("Ann " + i));
            set("customers", "ann", "name", "Anna " + i);
            assertThat(read(model, Optional.empty(), ANN).get(ANN).get(FieldPath.of("name")))
                    .isEqualTo(Docs.text("Anna " + i));
            fixture.delete("customers", id("ann"));
            assertThat(read(model, Optional.empty(), ANN)).isEmpty();
        }
    }

    /** R10: a read is never older than the position it is given. */
    @Test
    void isNotOlderThanTheEvent() {
        needs(Ability.STREAMS);
        fixture.create("customers");
        try (ChangeStream stream = Streams.open(connector, "customers", model, new ChangeSource.Now())) {
            fixture.insert("customers", customer("ann", "Ann"));
            set("customers", "ann", "name", "Anna");
            List<Change> changes = Streams.changes(stream, 2);

            Map<SourceKey, Doc> read = read(model, Optional.of(changes.get(1).position()), ANN);

            assertThat(read.get(ANN).get(FieldPath.of("name"))).isEqualTo(Docs.text("Anna"));
        }
    }

    /** P5: every type is read exactly. */
    @Test
    void readsTypesExactly() {
        fixture.create("customers");
        fixture.insert("customers", customer("ann", "Ann"));
        for (Value value : fixture.exactValues()) {
            fixture.replace("customers", record("ann", "name", value));

            assertThat(read(model, Optional.empty(), ANN).get(ANN).get(FieldPath.of("name")))
                    .as(value.canonical())
                    .isEqualTo(value);
        }
    }

    /** Attributes with hostile names are read as they are. */
    @Test
    void readsHostileNames() {
        fixture.create("customers");
        for (String name : fixture.hostileNames()) {
            Model hostile = orderCustomer(
                    copy -> copy.field("hostile", FieldPath.of("nested", name).toString()));
            fixture.insert("customers", customer("ann", "Ann").with(FieldPath.of("nested", name), Docs.text("here")));

            assertThat(read(hostile, Optional.empty(), ANN).get(ANN).get(FieldPath.of("nested", name)))
                    .as(name.length() > 40 ? name.substring(0, 40) : name)
                    .isEqualTo(Docs.text("here"));

            fixture.delete("customers", id("ann"));
        }
    }

    /** A key template selects and spells records. */
    @Test
    void readsByATemplateOfThePrimaryKey() {
        Model users = Models.model("order-user", store, "customers")
                .key(fixture.keyAttribute(), "USER#{userId}")
                .copy("orders", copy -> copy.pointer("userId", "{userId}").field("name", "name"))
                .build();
        fixture.create("customers");
        fixture.insert("customers", customer("USER#7", "Ann"));
        fixture.insert("customers", customer("7", "nobody"));

        SourceKey seven = Models.key("userId", "7");

        assertThat(read(users, Optional.empty(), seven)).containsOnlyKeys(seven);
        assertThat(read(users, Optional.empty(), seven).get(seven).get(FieldPath.of("name")))
                .isEqualTo(Docs.text("Ann"));
    }

    /** A unique index names sources as well as the primary key does. */
    @Test
    void readsByAUniqueIndex() {
        needs(Ability.UNIQUE_INDEXES);
        Model products = Models.model("order-product", store, "products")
                .key("sku", "{sku}")
                .copy("lines", copy -> copy.pointer("sku", "{sku}").field("name", "name"))
                .build();
        fixture.create("products", IndexSpec.unique("sku_1", "sku"));
        fixture.insert("products", record("p1", "sku", "pen", "name", "Pen"));
        fixture.insert("products", record("p2", "sku", 7, "name", "Seven"));
        SourceKey pen = Models.key("sku", "pen");
        SourceKey seven = SourceKey.of(Map.of("sku", Docs.value(7L)));

        Map<SourceKey, Doc> read = read(products, Optional.empty(), pen, seven);

        assertThat(read).containsOnlyKeys(pen, seven);
        assertThat(read.get(pen).get(FieldPath.of("name"))).isEqualTo(Docs.text("Pen"));
        assertThat(read.get(seven).get(FieldPath.of("name"))).isEqualTo(Docs.text("Seven"));
    }

    /** Up to 1,000 keys at once. */
    @Test
    void readsAThousandKeys() {
        fixture.create("customers");
        List<SourceKey> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add(Models.key("customerId", "c" + i));
            if (i % 2 == 0) {
                fixture.insert("customers", customer("c" + i, "Name " + i));
            }
        }

        assertThat(connector.records().read(model.source(), keys, Optional.empty()))
                .hasSize(500);
        assertThat(connector.records().read(model.source(), List.of(), Optional.empty()))
                .isEmpty();
    }

    /** The segments of a scan cover the collection without overlap. */
    @Test
    void scansEveryRecordExactlyOnce() {
        fixture.create("customers");
        List<Value> ids = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            fixture.insert("customers", customer("c" + i, "Name"));
            ids.add(Docs.text("c" + i));
        }

        for (int wanted : List.of(1, 4)) {
            for (int limit : List.of(3, 1_000)) {
                List<Value> seen = new ArrayList<>();
                for (Segment segment : connector.records().segments(model.source(), wanted)) {
                    scan(segment, limit, seen);
                }
                assertThat(seen).as(wanted + " segments, pages of " + limit).containsExactlyInAnyOrderElementsOf(ids);
            }
        }
    }

    private void scan(Segment segment, int limit, List<Value> seen) {
        @Nullable Cursor after = null;
        while (true) {
            RecordReader.Page page = connector.records().scan(model.source(), segment, after, limit);
            assertThat(page.records()).hasSizeLessThanOrEqualTo(limit);
            page.records().forEach(record -> {
                assertThat(record.get(FieldPath.of("name"))).isEqualTo(Docs.text("Name"));
                seen.add(record.get(FieldPath.of(fixture.keyAttribute())));
            });
            if (page.next().isEmpty()) {
                return;
            }
            after = page.next().get();
        }
    }
}
