package dev.lockstep.fanout.cases;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.items;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.registry.Model;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.Operation;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cases of docs/cases.md about types and values, on the production pipeline. */
class ValuesTest {
    private final Shop shop = new Shop();
    private final Model model = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("customerName", "name"))
            .build();

    static Value[] values() {
        return new Value[] {
            items(),
            doc(),
            items(items(), doc()),
            Value.Null.NULL,
            text(""),
            new Value.Float64(Double.NaN),
            new Value.Float64(Double.NEGATIVE_INFINITY),
            new Value.Float64(5.0),
            new Value.Int64(5),
            new Value.Int64(3804086584686624768L)
        };
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyValueArrivesAsItIs(Value value) {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = shop.register(model).start().settle();
        shop.rename("c1", value);
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(value);
    }

    @Test
    void aFieldThatTheSourceLacksIsMissingInTheCopy() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = shop.register(model).start().settle();
        shop.store.update("customers", Shop.key("c1"), Map.of(), Set.of(FieldPath.of("name")));
        process.settle();
        assertThat(shop.name("o1")).isNull();
    }

    @Test
    void aFieldMayBeAListHereAndASingleValueThere() {
        shop.customer("c1", "Ann")
                .customer("c2", "Bob")
                .order("o1", "c1", "Ann")
                .order("o2", "c2", "Bob");
        Shop.Process process = shop.register(model).start().settle();
        shop.rename("c1", items("Ann", "Anna"));
        shop.rename("c2", "Bobby");
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(items("Ann", "Anna"));
        assertThat(shop.name("o2")).isEqualTo(text("Bobby"));
    }

    @Test
    void namesOfCollectionsAreTakenLiterally() {
        String hostile = "ord.rs - Übersicht*";
        Model named = Models.model("order-customer", Models.SHOP, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.in(hostile)
                                .pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field("customerName", "name"))
                .build();
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        shop.store.create(hostile, MemoryIndex.of("customerId_1", "customerId"));
        shop.store.insert(hostile, doc("_id", "o1", "customerId", "c1", "customerName", "Ann"));
        Shop.Process process = shop.register(named).start().settle();
        shop.rename("c1", "Anna");
        process.settle();
        assertThat(shop.store.find(hostile, Shop.key("o1")).orElseThrow().get(FieldPath.of("customerName")))
                .isEqualTo(text("Anna"));
        assertThat(shop.name("o1")).isEqualTo(text("Ann"));
    }

    @Test
    void nullOnBothSidesIsEqual() {
        shop.customer("c1", null);
        Shop.Process process = shop.register(model).start().settle();
        shop.faults.forgetCalls();
        shop.order("o1", "c1", null);
        process.settle();
        assertThat(shop.faults.calls(Operation.READ_COPIES)).isPositive();
        assertThat(shop.faults.calls(Operation.CHECK_COPIES)).isZero();
        assertThat(shop.name("o1")).isEqualTo(Value.Null.NULL);
    }
}
