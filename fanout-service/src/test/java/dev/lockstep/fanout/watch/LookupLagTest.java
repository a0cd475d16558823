package dev.lockstep.fanout.watch;

import static dev.lockstep.testkit.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.change.Change;
import dev.lockstep.change.Position;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.fanout.observe.Signals;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.IndexVisibility;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.state.InMemoryStateStore;
import dev.lockstep.testkit.time.ManualClock;
import dev.lockstep.value.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LookupLagTest {
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(Models.SHOP, clock)
            .create("orders", MemoryIndex.of("customerId_1", "customerId"))
            .indexes(IndexVisibility.LAGGING);
    private final InMemoryConnector connector = new InMemoryConnector(store);
    private final InMemoryStateStore state = new InMemoryStateStore(clock);
    private final CopyDefinition orders = Models.orderCustomer().definitions().get(0);
    private final List<Duration> measured = new ArrayList<>();
    private LookupLag lag;

    @BeforeEach
    void begin() {
        CheckParts.Access access = new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName name) {
                return connector.copies();
            }

            @Override
            public RecordReader records(StoreName name) {
                return connector.records();
            }
        };
        lag = new LookupLag(access, state.gaps(), WAIT, new Measuring(), clock);
    }

    private void insert(String id) {
        Doc record = doc("_id", id, "customerId", "ann");
        store.insert("orders", record);
        lag.captured(
                new Change(
                        new CollectionRef(Models.SHOP, "orders"),
                        MemoryStore.id(id),
                        Change.Kind.INSERT,
                        null,
                        record,
                        Optional.empty(),
                        new Position("0000000000000001"),
                        Instant.EPOCH),
                orders);
    }

    private void after(Duration time) {
        clock.advance(time);
        lag.step();
    }

    private List<Gap> gaps() {
        return state.gaps().openOf(orders.model().name());
    }

    @Test
    void measuresTheTimeUntilTheCopyIsFound() {
        insert("o1");
        after(Duration.ofSeconds(1));
        after(Duration.ofSeconds(1));
        store.showIndex("orders", MemoryStore.id("o1"));
        after(Duration.ofSeconds(3));

        assertThat(measured).containsExactly(Duration.ofSeconds(5));
        assertThat(gaps()).isEmpty();
    }

    @Test
    void opensAGapWhenTheLagIsLongerThanSecondChecksWait() {
        insert("o1");
        after(WAIT);
        assertThat(gaps()).isEmpty();

        after(Duration.ofSeconds(2));

        assertThat(measured).containsExactly(WAIT.plusSeconds(2));
        assertThat(gaps())
                .singleElement()
                .satisfies(gap -> assertThat(gap.reason()).contains("lags by more than 60 s", "lockstep.lookup.wait"));
    }

    @Test
    void doesNotMissACopyThatIsGone() {
        insert("o1");
        store.delete("orders", MemoryStore.id("o1"));

        after(WAIT.plusSeconds(2));

        assertThat(measured).isEmpty();
        assertThat(gaps()).isEmpty();
    }

    @Test
    void doesNotReadAllCopiesOfALargeSourceToFindOne() {
        for (int i = 0; i < 101; i++) {
            String id = "a" + i;
            store.insert("orders", doc("_id", id, "customerId", "ann"));
            store.showIndex("orders", MemoryStore.id(id));
        }
        insert("z");

        after(WAIT.plusSeconds(2));

        assertThat(measured).isEmpty();
        assertThat(gaps()).isEmpty();
    }

    @Test
    void looksForOneCopyAtATimeAndRestsInBetween() {
        insert("o1");
        insert("o2");
        store.showIndex("orders", MemoryStore.id("o1"));
        after(Duration.ofSeconds(1));
        insert("o3");
        store.showIndex("orders", MemoryStore.id("o3"));
        after(Duration.ofSeconds(1));
        assertThat(measured).containsExactly(Duration.ofSeconds(1));

        after(Duration.ofSeconds(10));
        insert("o4");
        store.showIndex("orders", MemoryStore.id("o4"));
        after(Duration.ofSeconds(2));

        assertThat(measured).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    private final class Measuring implements Signals {
        @Override
        public void change(ModelName model, ChangeOutcome outcome) {}

        @Override
        public void applied(CopyDefinition definition, SourceKey key, long copies, Instant committedAt) {}

        @Override
        public void afterDelete(CopyDefinition definition, long copies) {}

        @Override
        public void failed(CopyDefinition definition) {}

        @Override
        public void checked(CopyDefinition definition, boolean fixed) {}

        @Override
        public void foreignWrite(CopyDefinition definition) {}

        @Override
        public void contested(CopyDefinition definition) {}

        @Override
        public void lookupLag(CopyDefinition definition, Duration lag) {
            measured.add(lag);
        }
    }
}
