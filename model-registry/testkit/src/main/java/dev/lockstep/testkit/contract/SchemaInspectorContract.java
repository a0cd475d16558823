package dev.lockstep.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.Problem;
import dev.lockstep.store.SchemaInspector;
import dev.lockstep.testkit.Models;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is told before anything is written: promises P6 and P10. */
@NullUnmarked
public abstract class SchemaInspectorContract extends ConnectorContract {
    private static List<Problem> errors(List<Problem> problems) {
        return problems.stream().filter(Problem::refuses).toList();
    }

    private static void assertTells(List<Problem> problems, String path, String... words) {
        assertThat(errors(problems)).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.code()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
            assertThat(problem.message()).isNotBlank();
            assertThat(problem.fix()).as("what to do about " + problem).isNotBlank();
        });
        assertThat(errors(problems)).anySatisfy(problem -> {
            assertThat(problem.path()).startsWith(path);
            assertThat(problem.message() + " " + problem.fix()).contains(words);
        });
    }

    /** A sound model has no errors, and its path is described. */
    @Test
    void findsNothingWrongWithASoundModel() {
        needs(Ability.COPIES);
        fixture.create("customers");
        createOrders();

        SchemaInspector.AccessPath path = connector.inspector().inspectCopy(orders);

        assertThat(errors(connector.inspector().inspectSource(model))).isEmpty();
        assertThat(errors(path.problems())).isEmpty();
        assertThat(path.description()).contains("customerId_1");
    }

    /** A missing index is named, with what to do. */
    @Test
    void tellsOfAMissingIndex() {
        needs(Ability.INDEXES);
        fixture.create("orders");

        assertTells(connector.inspector().inspectCopy(orders).problems(), "copies[0]", "customerId_1", "customerId");
    }

    /** So is one that was dropped since. */
    @Test
    void tellsOfADroppedIndex() {
        needs(Ability.INDEXES);
        createOrders();
        fixture.dropIndex("orders", "customerId_1");

        assertTells(connector.inspector().inspectCopy(orders).problems(), "copies[0]", "customerId_1");
    }

    /** An index that does not lead with the pointer would be a scan. */
    @Test
    void refusesAnIndexThatDoesNotLeadWithThePointer() {
        needs(Ability.INDEXES);
        fixture.create("orders", IndexSpec.of("customerId_1", "total", "customerId"));

        assertTells(connector.inspector().inspectCopy(orders).problems(), "copies[0]", "customerId");
        assertThat(connector.inspector().indexesFor(orders)).isEmpty();
    }

    /** Two copies of one source key would fight: it must be unique. */
    @Test
    void refusesASourceKeyThatIsNotUnique() {
        needs(Ability.UNIQUE_INDEXES);
        Model byName = Models.model("order-name", store, "customers")
                .key("name", "{name}")
                .copy("orders", copy -> copy.pointer("customerName", "{name}").field("customerTier", "tier"))
                .build();
        fixture.create("customers", IndexSpec.of("name_1", "name"));

        assertTells(connector.inspector().inspectSource(byName), "source.key", "name");
    }

    /** A unique index makes a source key. */
    @Test
    void acceptsASourceKeyWithAUniqueIndex() {
        needs(Ability.UNIQUE_INDEXES);
        Model bySku = Models.model("order-product", store, "products")
                .key("sku", "{sku}")
                .copy("lines", copy -> copy.pointer("sku", "{sku}").field("name", "name"))
                .build();
        fixture.create("products", IndexSpec.unique("sku_1", "sku"));

        assertThat(errors(connector.inspector().inspectSource(bySku))).isEmpty();
    }

    /** What {@code find} may be when it is left out. */
    @Test
    void namesTheIndexesThatFit() {
        needs(Ability.INDEXES);
        fixture.create(
                "orders",
                IndexSpec.of("customerId_1", "customerId"),
                IndexSpec.of("customerId_1_total_1", "customerId", "total"),
                IndexSpec.of("total_1", "total"));

        assertThat(connector.inspector().indexesFor(orders))
                .containsExactlyInAnyOrder("customerId_1", "customerId_1_total_1");
    }

    /** Lists are indexed by their elements. */
    @Test
    void acceptsAnIndexIntoElements() {
        needs(Ability.ELEMENTS);
        CopyDefinition lines = Models.model("order-product", store, "products")
                .key(fixture.keyAttribute(), "{sku}")
                .copy(
                        "lines",
                        copy -> copy.in("orders")
                                .elements("items")
                                .pointer("sku", "{sku}")
                                .byIndex("items_sku_1")
                                .field("productName", "name"))
                .build()
                .definitions()
                .get(0);
        fixture.create("orders", IndexSpec.of("items_sku_1", "items.sku"));

        assertThat(errors(connector.inspector().inspectCopy(lines).problems())).isEmpty();
        assertThat(connector.inspector().indexesFor(lines)).containsExactly("items_sku_1");
    }

    /** Sizes for plans: estimates, but of the right order. */
    @Test
    void estimatesSizes() {
        needs(Ability.COPIES);
        fixture.create("customers");
        createOrders();
        fixture.insert("customers", record("ann", "name", "Ann"));
        fixture.insert("customers", record("bea", "name", "Bea"));
        for (int i = 0; i < 9; i++) {
            fixture.insert("orders", order("o" + i, i < 8 ? "ann" : "bea"));
        }

        SchemaInspector.Sizes sizes = connector.inspector().sizes(orders, model.source());

        assertThat(sizes.copies()).hasValue(9);
        assertThat(sizes.copiesPerSource()).containsEntry("max", 8L);
        assertThat(sizes.largest().entrySet().iterator().next()).isEqualTo(Map.entry(ANN, 8L));
    }
}
