package dev.lockstep.fanout.service;

import static dev.lockstep.testkit.Docs.doc;
import static dev.lockstep.testkit.Docs.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.control.PipelineControl.Checked;
import dev.lockstep.fanout.control.PipelineControl.CheckedCopy;
import dev.lockstep.fanout.control.PipelineControl.CopyView;
import dev.lockstep.fanout.control.PipelineControl.SourceState;
import dev.lockstep.fanout.control.PipelineControl.SourceView;
import dev.lockstep.fanout.failure.Backoff;
import dev.lockstep.fanout.failure.StoreCalls;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.fanout.pipeline.Wiring;
import dev.lockstep.modelfile.CanonicalJson;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.Stores;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnectorFactory;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemorySettings;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.Operation;
import dev.lockstep.testkit.memory.ScriptedFaults;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControlTest {
    private static final int MANY = 2_600;

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(Models.SHOP, clock)
            .create("customers")
            .create("orders", MemoryIndex.of("customerId_1", "customerId"));
    private final ScriptedFaults faults = new ScriptedFaults();
    private final Stores stores = new Stores(
            Map.of(Models.SHOP, Map.of("kind", "memory")),
            List.of(new InMemoryConnectorFactory(
                    Map.of(Models.SHOP, store), MemorySettings.plain().with(faults))));
    private final InMemoryStateStore state = new InMemoryStateStore(clock);
    private final Model model = Models.model("order-customer", Models.SHOP, "customers")
            .key("_id", "{customerId}")
            .where("kind", text("customer"))
            .copy(
                    "orders",
                    copy -> copy.pointer("customerId", "{customerId}")
                            .byIndex("customerId_1")
                            .where("status", text("OPEN"))
                            .field("customerName", "name"))
            .build();
    private final Control control = control();

    private Control control() {
        state.models()
                .save(model.name(), 0, new Revision(1, "1", "me", clock.instant(), null, ""), true, ModelState.ACTIVE);
        Pipeline pipeline = new Pipeline(
                new Wiring(
                        CheckParts.Access.of(stores),
                        name -> stores.get(name).changes(),
                        state,
                        new Wiring.Texts(text -> Optional.of(model), CanonicalJson::parse),
                        Wiring.Rules.production("_lockstep"),
                        new Wiring.Failing(StoreCalls.direct(), Backoff.none()),
                        Signals.none(),
                        clock,
                        Limits.defaults("me")),
                (name, step) -> {});
        pipeline.load();
        return new Control(pipeline, state.deadLetters(), CanonicalJson::parse, clock);
    }

    private SourceKey customer(String id) {
        return Models.key("customerId", id);
    }

    private void orders(int from, int to, String name) {
        store.insert("customers", doc("_id", "c1", "kind", "customer", "name", "Anna"));
        for (int i = from; i < to; i++) {
            order("o" + i, "c1", name);
        }
    }

    private void order(String id, String customer, String name) {
        store.insert("orders", doc("_id", id, "customerId", customer, "status", "OPEN", "customerName", name));
    }

    @Test
    void aCheckCountsEveryCopyAndShowsABoundedNumberOfThem() {
        orders(0, MANY, "Anna");
        store.set("orders", MemoryStore.id("o2500"), "customerName", text("Ann"));
        Checked checked = control.check(model.name(), customer("c1"));
        assertThat(checked.outcomes()).isEqualTo(Map.of("equal", MANY - 1L, "fixed", 1L));
        assertThat(checked.truncated()).isTrue();
        assertThat(checked.copies()).hasSize(500);
        assertThat(checked.copies().get(0))
                .extracting(CheckedCopy::outcome, CheckedCopy::record)
                .containsExactly("fixed", MemoryStore.id("o2500").canonical());
    }

    @Test
    void aCheckOfFewCopiesShowsAll() {
        orders(0, 3, "Ann");
        Checked checked = control.check(model.name(), customer("c1"));
        assertThat(checked.copies()).hasSize(3);
        assertThat(checked.truncated()).isFalse();
    }

    @Test
    void aReplayThatLeavesACopyWrongKeepsTheLetter() {
        orders(0, MANY, "Ann");
        faults.failWritesOf(MemoryStore.id("o2500"), StoreException.Kind.PERMANENT);
        state.deadLetters()
                .add(model.name(), model.copies().get(0).name(), customer("c1").canonical(), "*", "x", clock.instant());
        long letter = state.deadLetters().list(Optional.empty(), 0, 10).get(0).id();
        Checked first = control.replay(letter);
        assertThat(first.outcomes()).isEqualTo(Map.of("fixed", MANY - 1L, "failed", 1L));
        assertThat(first.copies()).hasSize(500).anyMatch(copy -> copy.outcome().equals("failed"));
        assertThat(state.deadLetters().list(Optional.empty(), 0, 10)).hasSize(1);
        faults.heal();
        control.replay(letter);
        assertThat(state.deadLetters().list(Optional.empty(), 0, 10)).isEmpty();
    }

    @Test
    void aLookReadsNoMoreCopiesThanAPageBeyondThoseShown() {
        orders(0, MANY, "Anna");
        store.set("orders", MemoryStore.id("o2500"), "customerName", text("Ann"));
        SourceView view = control.look(model.name(), customer("c1"), 10, false);
        assertThat(view.copies()).hasSize(10);
        assertThat(view.truncated()).isTrue();
        assertThat(view.current()).isTrue();
        assertThat(faults.calls(Operation.FIND_COPIES)).isEqualTo(1);
    }

    @Test
    void aLookAtAllCopiesSaysWhetherThoseNotShownAreCurrent() {
        orders(0, MANY, "Anna");
        store.set("orders", MemoryStore.id("o2500"), "customerName", text("Ann"));
        SourceView view = control.look(model.name(), customer("c1"), 10, true);
        assertThat(view.copies()).hasSize(10);
        assertThat(view.current()).isFalse();
    }

    @Test
    void aLookSaysThatASourceIsAbsentAndItsCopiesAreOrphans() {
        order("o1", "c9", "Ann");
        SourceView view = control.look(model.name(), customer("c9"), 10, false);
        assertThat(view.state()).isEqualTo(SourceState.ABSENT);
        assertThat(view.source()).isEmpty();
        assertThat(view.current()).isFalse();
        assertThat(view.copies()).singleElement().extracting(CopyView::outcome).isEqualTo("orphaned");
    }

    @Test
    void aLookSaysThatARecordIsNoSource() {
        store.insert("customers", doc("_id", "c9", "kind", "draft", "name", "Ann"));
        assertThat(control.look(model.name(), customer("c9"), 10, false).state())
                .isEqualTo(SourceState.EXCLUDED);
    }

    @Test
    void aRecordOutsideTheCopysWhereMakesNothingStale() {
        orders(0, 2, "Anna");
        store.set("orders", MemoryStore.id("o1"), "status", text("CLOSED"));
        store.set("orders", MemoryStore.id("o1"), "customerName", text("Ann"));
        SourceView view = control.look(model.name(), customer("c1"), 10, true);
        assertThat(view.current()).isTrue();
        assertThat(view.copies())
                .singleElement()
                .satisfies(copy -> assertThat(copy.values().get(FieldPath.of("customerName")))
                        .isEqualTo(text("Anna")));
    }
}
