package dev.lockstep.connectors.mongodb;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.CollectionLost;
import dev.lockstep.change.Label;
import dev.lockstep.change.Position;
import dev.lockstep.change.ResumePoint;
import dev.lockstep.change.Version;
import dev.lockstep.embedded.EmbeddedMongo;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.store.ChangeStream;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyState;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Models;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connector's own behaviour, beyond what the contracts ask of every store. */
class MongoConnectorIT {
    private static final Model CUSTOMER = Models.orderCustomer();
    private static final Model PRODUCT = Models.orderProduct(Models.SHOP);
    private static final CopyDefinition ORDERS = CUSTOMER.definitions().get(0);
    private static final CopyDefinition LINES = PRODUCT.definitions().get(0);
    private static final SourceKey C1 = Models.key("customerId", "c1");
    private static EmbeddedMongo server;
    private static MongoClient client;
    private MongoDatabase database;
    private Connector connector;

    @BeforeAll
    static void start() {
        server = EmbeddedMongo.start();
        client = MongoClients.create(server.uri());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @BeforeEach
    void open() {
        database = client.getDatabase("shop");
        database.drop();
        orders().createIndex(BsonDocument.parse("{customerId: 1}"));
        orders().createIndex(BsonDocument.parse("{'items.sku': 1}"), new IndexOptions().name("items_sku_1"));
        connector = new MongoConnectorFactory().open(Models.SHOP, Map.of("uri", server.uri(), "database", "shop"));
    }

    @AfterEach
    void close() {
        connector.close();
    }

    private MongoCollection<BsonDocument> orders() {
        return database.getCollection("orders", BsonDocument.class);
    }

    private MongoCollection<BsonDocument> customers() {
        return database.getCollection("customers", BsonDocument.class);
    }

    private void order(String json) {
        orders().insertOne(BsonDocument.parse(json));
    }

    private BsonDocument order(int id) {
        return orders().find(BsonDocument.parse("{_id: " + id + "}")).first();
    }

    private static Version version(long position) {
        return new Version(new Epoch(7), new Position(String.format("%024x", position)));
    }

    private static CopyStore.EventWrite write(CopyDefinition definition, SourceKey key, long position, Doc source) {
        return new CopyStore.EventWrite(
                definition, key, version(position), Projection.of(definition.copy(), source), null);
    }

    @Test
    void writesFieldsAndLabelOfTheKeysCopiesAndNothingElse() {
        order("{_id: 1, customerId: 'c1', customerName: 'Old', total: 7}");
        order("{_id: 2, customerId: 'c2', customerName: 'Other'}");

        var results = connector.copies().write(List.of(write(ORDERS, C1, 5, doc("_id", "c1", "name", "Ann"))));

        assertThat(results).containsExactly(CopyStore.WriteResult.applied(1));
        assertThat(order(1))
                .isEqualTo(BsonDocument.parse("{_id: 1, customerId: 'c1', customerName: 'Ann', total: 7, _lockstep:"
                        + " {'order-customer': {orders: {s: '{\"customerId\":\"c1\"}', v: '"
                        + version(5).text() + "'}}}}"));
        assertThat(order(2)).isEqualTo(BsonDocument.parse("{_id: 2, customerId: 'c2', customerName: 'Other'}"));
    }

    @Test
    void leavesACopyAloneThatIsNewer() {
        order("{_id: 1, customerId: 'c1'}");
        connector.copies().write(List.of(write(ORDERS, C1, 5, doc("name", "New"))));

        assertThat(connector.copies().write(List.of(write(ORDERS, C1, 4, doc("name", "Old")))))
                .containsExactly(CopyStore.WriteResult.applied(0));
        assertThat(order(1).getString("customerName").getValue()).isEqualTo("New");
    }

    @Test
    void writesManyKeysInOneBulk() {
        List<CopyStore.EventWrite> writes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            order("{_id: " + i + ", customerId: 'k" + i + "'}");
            writes.add(write(ORDERS, Models.key("customerId", "k" + i), 5, doc("name", "N" + i)));
        }

        var results = connector.copies().write(writes);

        assertThat(results.stream().mapToLong(CopyStore.WriteResult::applied).sum())
                .isEqualTo(20);
        assertThat(order(13).getString("customerName").getValue()).isEqualTo("N13");
    }

    @Test
    void writesEachMatchingElementOnlyWhereItsOwnLabelIsOlder() {
        order("{_id: 1, items: [{sku: 'a', n: 1}, {sku: 'b', n: 2}, {sku: 'a', n: 3}]}");
        SourceKey a = Models.key("sku", "a");
        connector.copies().write(List.of(write(LINES, a, 5, doc("name", "Apple"))));

        BsonDocument record = order(1);
        assertThat(record.getArray("items")
                        .get(0)
                        .asDocument()
                        .getString("productName")
                        .getValue())
                .isEqualTo("Apple");
        assertThat(record.getArray("items").get(1).asDocument()).doesNotContainKey("productName");
        assertThat(record.getArray("items")
                        .get(2)
                        .asDocument()
                        .getString("productName")
                        .getValue())
                .isEqualTo("Apple");
        assertThat(connector.copies().write(List.of(write(LINES, a, 5, doc("name", "Again")))))
                .containsExactly(CopyStore.WriteResult.applied(0));
        assertThat(connector.copies().find(LINES, a, null, 10).copies()).hasSize(1);
    }

    @Test
    void aCheckWritesOnlyOverTheExactLabelItRead() {
        order("{_id: 1, customerId: 'c1'}");
        order("{_id: 2, customerId: 'c1'}");
        List<CopyState> states = connector.copies().find(ORDERS, C1, null, 10).copies();
        connector.copies().write(List.of(write(ORDERS, C1, 5, doc("name", "Ann"))));
        orders().updateOne(BsonDocument.parse("{_id: 2}"), BsonDocument.parse("{$unset: {_lockstep: ''}}"));

        var results = connector
                .copies()
                .check(states.stream()
                        .map(state -> new CopyStore.CheckWrite(
                                ORDERS,
                                state.record(),
                                C1,
                                state.label(),
                                Projection.of(ORDERS.copy(), doc("name", "Checked")),
                                Label.of(C1, version(6), "nonce" + state.record())))
                        .toList());

        assertThat(results).containsExactly(new CopyStore.Conflict(), new CopyStore.Applied());
        assertThat(order(1).getString("customerName").getValue()).isEqualTo("Ann");
        assertThat(order(2).getString("customerName").getValue()).isEqualTo("Checked");
    }

    @Test
    void aDroppedIndexIsAnErrorThatNamesTheCommand() {
        order("{_id: 1, customerId: 'c1'}");
        orders().dropIndex("customerId_1");

        var failed = connector
                .copies()
                .write(List.of(write(ORDERS, C1, 5, doc("name", "Ann"))))
                .get(0)
                .failed();

        assertThat(failed).hasValueSatisfying(failure -> {
            assertThat(failure.kind()).isEqualTo(StoreException.Kind.ACCESS_PATH_LOST);
            assertThat(failure).hasMessageContaining("createIndex({\"customerId\": 1}, {name: 'customerId_1'})");
        });
        assertThatThrownBy(() -> connector.copies().find(ORDERS, C1, null, 10))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.ACCESS_PATH_LOST));
    }

    @Test
    void aRecordThatCannotBeWrittenIsReportedByItselfAndTheOthersAreWritten() {
        order("{_id: 1, customerId: 'c1', _lockstep: 'occupied'}");
        order("{_id: 2, customerId: 'c1'}");

        var result = connector
                .copies()
                .write(List.of(write(ORDERS, C1, 5, doc("name", "Ann"))))
                .get(0);

        assertThat(result.failed()).isEmpty();
        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().get(0).record())
                .isEqualTo(Records.key(BsonDocument.parse("{a: 1}").get("a")));
        assertThat(order(2).getString("customerName").getValue()).isEqualTo("Ann");
    }

    @Test
    void readsSourcesThatAreNotOlderThanAPosition() {
        customers().insertOne(BsonDocument.parse("{_id: 'c1', name: 'Ann'}"));

        assertThat(connector.records().read(CUSTOMER.source(), Set.of(C1), Optional.of(Position.ZERO)))
                .containsEntry(C1, doc("_id", "c1", "name", "Ann"));
    }

    @Test
    void scansEveryIdOfEveryTypeOnce() {
        for (int i = 0; i < 30; i++) {
            customers().insertOne(BsonDocument.parse("{_id: " + (i % 2 == 0 ? i : "'t" + i + "'") + "}"));
        }
        customers().insertOne(BsonDocument.parse("{_id: {$oid: '0123456789abcdef01234567'}}"));
        List<Doc> seen = new ArrayList<>();
        for (var segment : connector.records().segments(CUSTOMER.source(), 3)) {
            Optional<dev.lockstep.store.Cursor> cursor = Optional.empty();
            do {
                var page = connector.records().scan(CUSTOMER.source(), segment, cursor.orElse(null), 7);
                seen.addAll(page.records());
                cursor = page.next();
            } while (cursor.isPresent());
        }

        assertThat(seen).hasSize(31).doesNotHaveDuplicates();
    }

    private ChangeStream stream(ChangeSource.Start start) {
        return connector
                .changes()
                .open(
                        "changes",
                        new ChangeSource.Subscription(Map.of(
                                "customers",
                                new ChangeSource.Interest(CUSTOMER.watchedSourcePaths(), false),
                                "orders",
                                new ChangeSource.Interest(ORDERS.watchedCopyPaths(), true))),
                        start);
    }

    private static List<Captured> take(ChangeStream stream, int count) {
        List<Captured> taken = new ArrayList<>();
        for (int i = 0; i < 50 && taken.size() < count; i++) {
            taken.addAll(stream.poll(100, Duration.ofMillis(200)).changes());
        }
        return taken;
    }

    @Test
    void deliversWatchedChangesInOrderAndCutsTheRest() {
        try (ChangeStream stream = stream(new ChangeSource.Now())) {
            customers()
                    .insertOne(
                            BsonDocument.parse("{_id: 'c1', name: 'Ann', secret: 'x', profile: {tier: 'gold', a: 1}}"));
            customers().updateOne(BsonDocument.parse("{_id: 'c1'}"), BsonDocument.parse("{$set: {secret: 'y'}}"));
            customers()
                    .updateOne(
                            BsonDocument.parse("{_id: 'c1'}"),
                            BsonDocument.parse("{$set: {name: 'Anna', secret: 'z', 'profile.tier': 'silver'}}"));
            customers().updateOne(BsonDocument.parse("{_id: 'c1'}"), BsonDocument.parse("{$unset: {profile: ''}}"));
            database.getCollection("unrelated").insertOne(new org.bson.Document("_id", 1));
            customers().replaceOne(BsonDocument.parse("{_id: 'c1'}"), BsonDocument.parse("{name: 'B', secret: 1}"));
            customers().deleteOne(BsonDocument.parse("{_id: 'c1'}"));

            List<Captured> changes = take(stream, 5);

            assertThat(changes).hasSize(5);
            Change insert = (Change) changes.get(0);
            assertThat(insert.kind()).isEqualTo(Change.Kind.INSERT);
            assertThat(insert.after()).isEqualTo(doc("_id", "c1", "name", "Ann", "profile", doc("tier", "gold")));
            Change update = (Change) changes.get(1);
            assertThat(update.kind()).isEqualTo(Change.Kind.UPDATE);
            assertThat(update.after()).isNull();
            assertThat(update.touched())
                    .contains(new Change.Touched(
                            Map.of(FieldPath.of("name"), text("Anna"), FieldPath.of("profile", "tier"), text("silver")),
                            Set.of()));
            assertThat(((Change) changes.get(2)).touched())
                    .contains(new Change.Touched(Map.of(), Set.of(FieldPath.of("profile"))));
            assertThat(((Change) changes.get(3)).kind()).isEqualTo(Change.Kind.REPLACE);
            assertThat(((Change) changes.get(3)).after()).isEqualTo(doc("_id", "c1", "name", "B"));
            assertThat(((Change) changes.get(4)).kind()).isEqualTo(Change.Kind.DELETE);
            assertThat(changes.stream()
                            .map(change -> ((Change) change).position())
                            .toList())
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void reportsTheOwnWriteOfAnElementByItsRawPath() {
        order("{_id: 1, items: [{sku: 'a'}]}");
        try (ChangeStream stream = stream(new ChangeSource.Now())) {
            // the array is watched when a copy definition with elements is on the collection
        }
        try (ChangeStream stream = connector
                .changes()
                .open(
                        "changes",
                        new ChangeSource.Subscription(
                                Map.of("orders", new ChangeSource.Interest(LINES.watchedCopyPaths(), true))),
                        new ChangeSource.Now())) {
            connector.copies().write(List.of(write(LINES, Models.key("sku", "a"), 5, doc("name", "Apple"))));

            Change change = (Change) take(stream, 1).get(0);

            assertThat(change.touched().orElseThrow().set().keySet())
                    .contains(
                            FieldPath.of("items", "0", "productName"),
                            FieldPath.of("items", "0", "_lockstep", "order-product", "lines", "v"));
        }
    }

    @Test
    void goesOnAfterARestartAndTellsTheOrderInsideATransaction() {
        ResumePoint point;
        try (ChangeStream stream = stream(new ChangeSource.Now())) {
            point = stream.poll(10, Duration.ZERO).resumeAfter();
        }
        customers().insertOne(BsonDocument.parse("{_id: 'c0', name: 'x'}"));
        try (var session = client.startSession()) {
            session.withTransaction(() -> {
                for (int i = 1; i <= 3; i++) {
                    customers().insertOne(session, BsonDocument.parse("{_id: 'c" + i + "', name: 'x'}"));
                }
                return null;
            });
        }
        try (ChangeStream stream = stream(new ChangeSource.After(point))) {
            List<Captured> changes = take(stream, 4);

            assertThat(changes).hasSize(4);
            assertThat(changes.stream()
                            .map(change -> ((Change) change).position().text())
                            .toList())
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .element(2)
                    .asString()
                    .endsWith("00000001");
        }
    }

    @Test
    void reportsLostCollectionsAndGoesOn() {
        customers().insertOne(BsonDocument.parse("{_id: 'c0', name: 'x'}"));
        order("{_id: 1, customerId: 'c1'}");
        try (ChangeStream stream = stream(new ChangeSource.Now())) {
            customers().drop();
            assertThat(take(stream, 1)).singleElement().isInstanceOf(CollectionLost.class);
            database.drop();
            take(stream, 2);
            customers().insertOne(BsonDocument.parse("{_id: 'c9', name: 'x'}"));
            assertThat(take(stream, 1)).singleElement().isInstanceOf(Change.class);
        }
    }

    @Test
    void aForgottenHistoryIsHistoryLostAndTheOldestServedIsFound() {
        customers().insertOne(BsonDocument.parse("{_id: 'c1', name: 'x'}"));
        ResumePoint point;
        try (ChangeStream stream = stream(new ChangeSource.Now())) {
            customers().insertOne(BsonDocument.parse("{_id: 'c2', name: 'x'}"));
            take(stream, 1);
            point = stream.poll(10, Duration.ZERO).resumeAfter();
        }
        customers().insertOne(BsonDocument.parse("{_id: 'c3', name: 'x'}"));
        server.forgetHistory();

        assertThatThrownBy(() -> stream(new ChangeSource.After(point)).poll(10, Duration.ZERO))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.HISTORY_LOST));
        try (ChangeStream stream = stream(new ChangeSource.Oldest())) {
            assertThat(stream.poll(10, Duration.ZERO).changes()).isEmpty();
        }
    }

    @Test
    void saysThatItTalksToAnImitation() {
        var description = connector.describe();

        assertThat(description.imitation()).isTrue();
        assertThat(description.supported()).isTrue();
        assertThat(description.missingRights()).isEmpty();
    }

    @Test
    void inspectsIndexesAndTypes() {
        order("{_id: 1, customerId: 'c1'}");
        customers().insertOne(BsonDocument.parse("{_id: {$oid: '0123456789abcdef01234567'}}"));

        assertThat(connector.inspector().indexesFor(ORDERS)).containsExactly("customerId_1");
        assertThat(connector.inspector().inspectSource(CUSTOMER)).isEmpty();
        assertThat(connector.inspector().inspectCopy(ORDERS).problems())
                .extracting(dev.lockstep.registry.Problem::code)
                .containsExactly("pointer-type-differs");
        assertThat(connector.inspector().sizes(ORDERS, CUSTOMER.source()).copies())
                .hasValue(1);
        orders().dropIndex("customerId_1");
        assertThat(connector.inspector().inspectCopy(ORDERS).problems())
                .extracting(dev.lockstep.registry.Problem::code)
                .containsExactly("index-missing");
    }
}
