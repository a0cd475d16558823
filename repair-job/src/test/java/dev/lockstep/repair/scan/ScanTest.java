package dev.lockstep.repair.scan;

import static dev.lockstep.testkit.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.drift.Nonces;
import dev.lockstep.drift.Tally;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.repair.command.Cover;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.store.CopyStore;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.InMemoryConnector;
import dev.lockstep.testkit.memory.MemoryIndex;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.time.ManualClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScanTest {
    private static final int MANY = 45_000;

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(Models.SHOP, clock);
    private final InMemoryConnector connector = new InMemoryConnector(store);
    private final Model model = Models.orderCustomer();
    private final ActiveModel active = new ActiveModel(model, 1, new Epoch(7), ModelState.ACTIVE);
    private final CopyDefinition orders = model.definitions().get(0);
    private final Map<String, Integer> scans = new HashMap<>();

    @BeforeEach
    void oneCustomer() {
        store.create("customers").create("orders", MemoryIndex.of("customerId_1", "customerId"));
        store.insert("customers", doc("_id", "c1", "name", "Ann"));
    }

    private void orders(int count, int wrongEvery) {
        for (int i = 0; i < count; i++) {
            String name = i % wrongEvery == 0 ? "Old" : "Ann";
            store.insert("orders", doc("_id", "o" + i, "customerId", "c1", "customerName", name));
        }
    }

    /** The store's copies; a scan of a segment that {@code fails} throws. */
    private CopyStore copies(Predicate<Segment> fails) {
        return (CopyStore) Proxy.newProxyInstance(
                CopyStore.class.getClassLoader(), new Class<?>[] {CopyStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("scan") && arguments[1] instanceof Segment segment) {
                        scans.merge(segment.token(), 1, Integer::sum);
                        if (fails.test(segment)) {
                            throw new StoreException(StoreException.Kind.TRANSIENT, "it took too long", null);
                        }
                    }
                    try {
                        return method.invoke(connector.copies(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Scan scan(int segments, Predicate<Segment> fails) {
        CopyStore copies = copies(fails);
        CheckParts.Access access = new CheckParts.Access() {
            @Override
            public CopyStore copies(StoreName name) {
                return copies;
            }

            @Override
            public RecordReader records(StoreName name) {
                return connector.records();
            }
        };
        CheckParts parts = new CheckParts(access, NewestCaptured.none(), Nonces.random());
        List<Part> open = new ArrayList<>();
        for (Segment segment : connector.copies().segments(orders, segments)) {
            open.add(new Part(1, orders.copy().name(), open.size() + 1, segment, null, null));
        }
        DetectionRules rules = DetectionRules.after(Duration.ofSeconds(5));
        return new Scan(parts, active, orders, rules, OptionalDouble.empty(), clock, Cover.COPIES, open);
    }

    private List<Scan.Ended> all(Scan scan, int numbered) {
        List<Scan.Ended> all = new ArrayList<>();
        int number = numbered;
        while (true) {
            Scan.Outcome outcome;
            try {
                outcome = scan.step();
            } catch (StoreException e) {
                if (!scan.putAside()) {
                    throw e;
                }
                continue;
            }
            for (Scan.Ended ended : scan.ended()) {
                all.add(ended);
                if (ended.rest().isPresent()) {
                    Part part = ended.part();
                    scan.add(new Part(
                            1,
                            part.copy(),
                            ++number,
                            part.segment(),
                            ended.rest().get(),
                            null));
                }
            }
            if (outcome == Scan.Outcome.DONE) {
                return all;
            }
            if (outcome == Scan.Outcome.WAITS) {
                clock.advance(Duration.ofSeconds(1));
            }
        }
    }

    private static PartResult sum(List<Scan.Ended> ended) {
        return ended.stream().map(Scan.Ended::result).reduce(PartResult.NONE, PartResult::plus);
    }

    @Test
    void aLargeSegmentIsCutAndEveryCopyIsSeenOnce() {
        orders(MANY, 1_000);

        List<Scan.Ended> ended = all(scan(1, segment -> false), 1);

        assertThat(ended).hasSize(3);
        assertThat(sum(ended).tally().seen()).isEqualTo(MANY);
        assertThat(sum(ended).byKind()).isEqualTo(Map.of(DriftKind.STALE, 45L));
        assertThat(ended.stream().flatMap(part -> part.wrong().stream()).distinct())
                .hasSize(45);
    }

    @Test
    void aSegmentThatFailsIsPutAsideAndTheOthersGoOn() {
        orders(4_000, 100);
        String first = connector.copies().segments(orders, 4).get(0).token();

        List<Scan.Ended> ended =
                all(scan(4, segment -> segment.token().equals(first) && scans.getOrDefault(first, 0) <= 2), 4);

        assertThat(ended).extracting(part -> part.part().number()).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(sum(ended).tally().seen()).isEqualTo(4_000);
        assertThat(sum(ended).tally().drifted()).isEqualTo(40);
    }

    @Test
    void aSegmentThatNeverCanBeReadEndsTheScanOnceTheOthersAreDone() {
        orders(4_000, 100);
        List<Segment> segments = connector.copies().segments(orders, 4);
        String first = segments.get(0).token();

        assertThatThrownBy(() -> all(scan(4, segment -> segment.token().equals(first)), 4))
                .hasMessageContaining("it took too long");

        segments.forEach(segment -> assertThat(scans).containsKey(segment.token()));
        assertThat(scans.get(first)).isBetween(2, 3);
    }

    @Test
    void aResultIsReadAsItWasWritten() {
        PartResult result = new PartResult(
                new Tally(10, 5, 4, 3, 2, 1, 7, 8, 9), Map.of(DriftKind.STALE, 2L, DriftKind.ORPHANED, 1L));

        assertThat(PartResult.parse(result.text())).isEqualTo(result);
        assertThat(PartResult.parse(PartResult.NONE.text())).isEqualTo(PartResult.NONE);
        assertThatThrownBy(() -> PartResult.parse("1 2")).isInstanceOf(IllegalArgumentException.class);
    }
}
