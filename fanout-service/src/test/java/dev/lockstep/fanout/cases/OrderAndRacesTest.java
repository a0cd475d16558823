package dev.lockstep.fanout.cases;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.Model;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.Operation;
import dev.lockstep.value.FieldPath;
import dev.lockstep.value.Value;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Cases of docs/cases.md about order, duplicates and races, on the production pipeline. */
class OrderAndRacesTest {
    private final Shop shop = new Shop();
    private final Model model = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .field("customerName", "name"))
            .build();

    private Shop.Process running() {
        return shop.register(model).start().settle();
    }

    @Test
    void updatesOfOneKeyThatWaitTogetherBecomeOneWrite() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.faults.forgetCalls();
        shop.rename("c1", "Anna");
        shop.rename("c1", "Anne");
        shop.rename("c1", "Annie");
        process.step("capture");
        process.step("applier");
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Annie"));
        assertThat(shop.faults.calls(Operation.WRITE_COPIES)).isEqualTo(1);
    }

    @Test
    void aChangeThatIsDeliveredAgainChangesNothing() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.rename("c1", "Anna");
        process.step("capture");
        process.step("applier");
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
        Value label = shop.field("o1", "_lockstep");
        Shop.Process next = shop.startAfterKill();
        next.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
        assertThat(shop.field("o1", "_lockstep")).isEqualTo(label);
    }

    @Test
    void oneChangeServesEveryModelThatWatchesIt() {
        Model second = Models.model("order-nickname", Models.SHOP, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field("nickname", "name"))
                .build();
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        shop.register(second);
        Shop.Process process = running();
        shop.rename("c1", "Anna");
        process.settle();
        assertThat(shop.field("o1", "customerName")).isEqualTo(text("Anna"));
        assertThat(shop.field("o1", "nickname")).isEqualTo(text("Anna"));
    }

    @Test
    void aCopyThatIsInsertedWithAnOldValueIsPutRight() {
        shop.customer("c1", "Ann");
        Shop.Process process = running();
        shop.rename("c1", "Anna");
        process.settle();
        shop.order("o1", "c1", "Ann");
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
    }

    @Test
    void aCopyThatMovesToAnotherSourceTakesItsValue() {
        shop.customer("c1", "Ann").customer("c2", "Bob").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.rename("c1", "Anna");
        process.settle();
        shop.store.set("orders", Shop.key("o1"), "customerId", text("c2"));
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Bob"));
        shop.rename("c1", "Annie");
        process.settle();
        assertThat(shop.name("o1")).isEqualTo(text("Bob"));
    }

    @Test
    void whoLostThePartitionStoresNoCheckpointAndItsWritesDoNotGoBackwards() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process old = running();
        shop.rename("c1", "Anna");
        assertThat(old.step("capture")).isEqualTo(Step.Outcome.WORKED);
        Shop.Process next = shop.startAfterKill();
        shop.rename("c1", "Annie");
        next.settle();
        var checkpoint = shop.state.checkpoints().all();
        old.step("applier");
        old.step("capture");
        assertThat(shop.name("o1")).isEqualTo(text("Annie"));
        assertThat(shop.state.checkpoints().all()).isEqualTo(checkpoint);
        assertThat(old.stream().state().name()).isEqualTo("STANDBY");
    }

    @Test
    void aSecondProcessWaitsWhileTheFirstReads() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process first = running();
        Shop.Process second = shop.start();
        second.step("capture");
        assertThat(second.stream().state().name()).isEqualTo("STANDBY");
        assertThat(second.stream().detail()).contains("owned by");
        shop.rename("c1", "Anna");
        second.step("capture");
        second.step("applier");
        assertThat(shop.name("o1")).isEqualTo(text("Ann"));
        first.stop();
        second.settle();
        assertThat(second.stream().state().name()).isEqualTo("RUNNING");
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
    }

    @Test
    void everyElementThatMatchesIsWrittenByIdentity() {
        Model lines = Models.model("order-lines", Models.SHOP, "customers")
                .key("_id", "{sku}")
                .copy(
                        "lines",
                        copy -> copy.in("orders")
                                .elements("items")
                                .pointer("sku", "{sku}")
                                .byIndex("items_sku_1")
                                .field("title", "name"))
                .build();
        shop.customer("s1", "Lamp").customer("s2", "Desk");
        shop.store.insert(
                "orders",
                doc(
                        "_id",
                        "o1",
                        "items",
                        dev.lockstep.testkit.Docs.items(
                                doc("sku", "s1", "title", "Lamp", "n", 1),
                                doc("sku", "s2", "title", "Desk"),
                                doc("sku", "s1", "title", "Lamp", "n", 2))));
        Shop.Process process = shop.register(lines).start().settle();
        shop.rename("s1", "Big lamp");
        process.settle();
        assertThat(titles()).containsExactly(text("Big lamp"), text("Desk"), text("Big lamp"));
    }

    private java.util.List<Value> titles() {
        Value.Items items = (Value.Items) java.util.Objects.requireNonNull(shop.field("o1", "items"));
        return items.values().stream()
                .map(item -> ((dev.lockstep.value.Doc) item).get(FieldPath.of("title")))
                .toList();
    }

    @Test
    void eachChangeIsWrittenOnce() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        shop.faults.forgetCalls();
        for (int i = 0; i < 20; i++) {
            shop.rename("c1", "Anna " + i);
            process.settle();
        }
        assertThat(shop.faults.calls(Operation.WRITE_COPIES)).isEqualTo(20);
        assertThat(shop.faults.calls(Operation.CHECK_COPIES)).isZero();
    }

    @Test
    void aLeaseThatVanishesIsTakenAgainAndNothingIsLost() {
        shop.customer("c1", "Ann").order("o1", "c1", "Ann");
        Shop.Process process = running();
        String partition = "capture/" + Shop.SHOP + "/p0";
        String owner = shop.state.leases().owner(partition).orElseThrow();
        shop.state
                .leases()
                .release(shop.state
                        .leases()
                        .acquire(partition, owner, Duration.ofSeconds(15))
                        .orElseThrow());
        shop.rename("c1", "Anna");
        process.settle();
        shop.clock.advance(Duration.ofSeconds(20));
        process.settle();
        assertThat(shop.state.leases().owner(partition)).contains(owner);
        assertThat(shop.name("o1")).isEqualTo(text("Anna"));
        assertThat(shop.state.gaps().openOf(model.name())).isEmpty();
    }
}
