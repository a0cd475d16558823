package dev.lockstep.connectors.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.change.Version;
import dev.lockstep.embedded.junit.DynamoServer;
import dev.lockstep.projection.Projection;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Problem;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Docs;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.contract.IndexSpec;
import dev.lockstep.value.Doc;
import dev.lockstep.value.FieldPath;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A copied field that is the key of an index, which holds neither empty text nor null. */
class IndexKeysIT {
    @RegisterExtension
    static final DynamoServer SERVER = new DynamoServer();

    private final CopyDefinition orders = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("city", "city"))
            .build()
            .definitions()
            .get(0);
    private DynamoFixture fixture;

    @BeforeEach
    void aTableWithAnIndexOnTheCopiedField() {
        fixture = new DynamoFixture(SERVER);
        fixture.create(
                "orders",
                new IndexSpec("customerId_1", List.of(FieldPath.of("customerId")), false),
                new IndexSpec("city_1", List.of(FieldPath.of("city")), false));
        fixture.insert("orders", Docs.doc("_id", "o1", "customerId", "ann", "city", "Rome"));
    }

    @AfterEach
    void close() {
        fixture.connector().close();
        fixture.close();
    }

    private WriteResult write(long position, @Nullable Object city) {
        return fixture.connector()
                .copies()
                .write(List.of(new EventWrite(
                        orders,
                        Models.key("customerId", "ann"),
                        new Version(new Epoch(7), new Position(String.format("%04d", position))),
                        Projection.of(orders.copy(), Docs.doc("city", city)),
                        null)))
                .get(0);
    }

    private Doc order() {
        return fixture.find("orders", new RecordKey(Docs.doc("_id", "o1"))).orElseThrow();
    }

    @Test
    void emptyTextOrNullInAnIndexKeyFailsByNameAndChangesNothing() {
        Doc before = order();
        for (Object value : new Object[] {"", null}) {
            WriteResult result = write(1, value);

            assertThat(result.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.cause().kind()).isEqualTo(StoreException.Kind.PERMANENT);
                assertThat(failure.cause()).hasMessageContaining("city");
            });
        }
        assertThat(order()).isEqualTo(before);
        assertThat(write(2, "Oslo").applied()).isEqualTo(1);
    }

    @Test
    void aPlanSaysSo() {
        assertThat(fixture.connector().inspector().inspectCopy(orders).problems())
                .extracting(Problem::code, Problem::severity)
                .contains(org.assertj.core.groups.Tuple.tuple("field-in-index-key", Problem.Severity.WARNING));
    }
}
