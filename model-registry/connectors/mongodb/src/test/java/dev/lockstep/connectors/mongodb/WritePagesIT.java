package dev.lockstep.connectors.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.lockstep.change.Position;
import dev.lockstep.change.Version;
import dev.lockstep.embedded.junit.MongoServer;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.store.Connector;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No call writes many more copies than a page has, whatever shares it. */
class WritePagesIT {
    @RegisterExtension
    static final MongoServer SERVER = new MongoServer();

    private static final int PAGE = 10;
    private static final String DATABASE = "write-pages";
    private static final Version VERSION = new Version(new Epoch(7), new Position("0005"));

    private final CopyDefinition definition = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("name", "name"))
            .build()
            .definitions()
            .get(0);
    private MongoClient client;
    private MongoCollection<Document> orders;
    private Connector connector;

    @BeforeEach
    void open() {
        client = MongoClients.create(SERVER.uri());
        client.getDatabase(DATABASE).drop();
        orders = client.getDatabase(DATABASE).getCollection("orders");
        orders.createIndex(new Document("customerId", 1), new IndexOptions().name("customerId_1"));
        connector = new MongoConnectorFactory()
                .open(
                        Models.SHOP,
                        Map.of("uri", SERVER.uri(), "database", DATABASE, "write-page", String.valueOf(PAGE)));
    }

    @AfterEach
    void close() {
        connector.close();
        client.close();
    }

    private void insert(String customer, int number) {
        for (int i = 0; i < number; i++) {
            orders.insertOne(new Document("_id", customer + i).append("customerId", customer));
        }
    }

    private EventWrite write(String customer, String name, @Nullable Cursor from) {
        return new EventWrite(
                definition,
                Models.key("customerId", customer),
                VERSION,
                Projection.of(definition.copy(), Docs.doc("name", name)),
                from);
    }

    private long written(String name) {
        return orders.countDocuments(new Document("name", name));
    }

    /** One call for each page, and each says how many copies it wrote. */
    @Test
    void aKeyWithMoreCopiesIsWrittenPageByPage() {
        insert("ann", 25);
        insert("bea", 3);
        List<Long> applied = new ArrayList<>();
        @Nullable Cursor from = null;
        do {
            WriteResult page =
                    connector.copies().write(List.of(write("ann", "Ann", from))).get(0);
            assertThat(page.failed()).isEmpty();
            applied.add(page.applied());
            from = page.next().orElse(null);
        } while (from != null);

        assertThat(applied).containsExactly(10L, 10L, 5L);
        assertThat(written("Ann")).isEqualTo(25);
    }

    /** The large key is cut; the others are written whole in the same call. */
    @Test
    void aLargeKeyDoesNotHoldUpTheKeysBesideIt() {
        insert("ann", 25);
        List<EventWrite> writes = new ArrayList<>(List.of(write("ann", "Ann", null)));
        for (String customer : List.of("b", "c", "d", "e", "f", "g")) {
            insert(customer, 4);
            writes.add(write(customer, "Other", null));
        }

        List<WriteResult> results = connector.copies().write(writes);

        assertThat(results).allSatisfy(result -> assertThat(result.failed()).isEmpty());
        assertThat(results.stream().filter(result -> result.next().isPresent())).hasSize(1);
        assertThat(results.get(0).next()).isPresent();
        assertThat(written("Ann")).isEqualTo(PAGE);
        assertThat(written("Other")).isEqualTo(24);
    }

    /** Ids of several types, in the order of the index. */
    @Test
    void pagesReachIdsOfEveryType() {
        for (int i = 0; i < 9; i++) {
            for (Object id : List.of(i, "o" + i, new ObjectId(), new Document("n", i))) {
                orders.insertOne(new Document("_id", id).append("customerId", "ann"));
            }
        }
        @Nullable Cursor from = null;
        int pages = 0;
        do {
            from = connector
                    .copies()
                    .write(List.of(write("ann", "Ann", from)))
                    .get(0)
                    .next()
                    .orElse(null);
            pages++;
        } while (from != null);

        assertThat(written("Ann")).isEqualTo(36);
        assertThat(pages).isEqualTo(4);
    }

    /** As many copies as a page has fit in one call. */
    @Test
    void aFullPageIsNotCut() {
        insert("ann", PAGE);

        WriteResult result =
                connector.copies().write(List.of(write("ann", "Ann", null))).get(0);

        assertThat(result).isEqualTo(WriteResult.applied(PAGE));
    }

    @Test
    void removesPageByPage() {
        insert("ann", 25);
        insert("bea", 3);
        List<Long> removed = new ArrayList<>();
        Optional<Cursor> next = Optional.empty();
        do {
            WriteResult page =
                    connector.copies().remove(definition, Models.key("customerId", "ann"), VERSION, next.orElse(null));
            removed.add(page.applied());
            next = page.next();
        } while (next.isPresent());

        assertThat(removed).containsExactly(10L, 10L, 5L);
        assertThat(orders.countDocuments()).isEqualTo(3);
    }
}
