package dev.lockstep.fanout.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.fanout.route.Models;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.ModelStore.Revision;
import dev.lockstep.store.StoreException;
import dev.lockstep.store.Stores;
import dev.lockstep.testkit.memory.InMemoryConnectorFactory;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemorySettings;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.Operation;
import dev.lockstep.testkit.memory.ScriptedFaults;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.time.ManualClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MenderTest {
    private static final StoreName SHOP = dev.lockstep.testkit.Models.SHOP;
    private static final StoreName GONE = new StoreName("gone");

    private final ManualClock clock = new ManualClock();
    private final ScriptedFaults faults = new ScriptedFaults();
    private final MemoryStore store = new MemoryStore(SHOP, clock)
            .create("customers")
            .create("orders", MemoryIndex.of("customerId_1", "customerId"));
    private final Stores stores = new Stores(
            Map.of(SHOP, Map.of("kind", "memory")),
            List.of(new InMemoryConnectorFactory(
                    Map.of(SHOP, store), MemorySettings.plain().with(faults))));
    private final InMemoryStateStore state = new InMemoryStateStore(clock);
    private final Map<String, Model> definitions =
            Map.of("a-first", model("a-first", GONE), "b-second", model("b-second", SHOP));
    private final Models models =
            new Models(state.models(), text -> Optional.ofNullable(definitions.get(text)), () -> {});
    private final Mender mender = new Mender(models, stores, state.gaps());

    private static Model model(String name, StoreName at) {
        return dev.lockstep.testkit.Models.model(name, at, "customers")
                .key("_id", "{customerId}")
                .copy(
                        "orders",
                        copy -> copy.pointer("customerId", "{customerId}")
                                .byIndex("customerId_1")
                                .field(name, "name"))
                .build();
    }

    private void broken(String name) {
        state.models()
                .save(
                        new ModelName(name),
                        0,
                        new Revision(1, name, "me", clock.instant(), null, ""),
                        true,
                        ModelState.ACTIVE);
        state.models().setState(new ModelName(name), ModelState.BROKEN, "its index is gone");
    }

    private ModelState stateOf(String name) {
        return state.models().find(new ModelName(name)).orElseThrow().state();
    }

    @Test
    void aModelOfAStoreThatIsNotConfiguredHoldsUpNoOther() {
        broken("a-first");
        broken("b-second");
        mender.step();
        assertThat(stateOf("a-first")).isEqualTo(ModelState.BROKEN);
        assertThat(stateOf("b-second")).isNotEqualTo(ModelState.BROKEN);
    }

    @Test
    void aModelStaysBrokenUntilItsStoreAnswersAndItsIndexIsThere() {
        broken("b-second");
        faults.failNext(Operation.INSPECT, StoreException.Kind.TRANSIENT, 1);
        mender.step();
        assertThat(stateOf("b-second")).isEqualTo(ModelState.BROKEN);
        store.dropIndex("orders", "customerId_1");
        mender.step();
        assertThat(stateOf("b-second")).isEqualTo(ModelState.BROKEN);
        store.createIndex("orders", MemoryIndex.of("customerId_1", "customerId"));
        mender.step();
        assertThat(stateOf("b-second")).isNotEqualTo(ModelState.BROKEN);
    }
}
