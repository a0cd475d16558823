package dev.lockstep.fanout.web;

import dev.lockstep.fanout.control.PipelineControl;
import dev.lockstep.fanout.control.PipelineStatus;
import dev.lockstep.registry.CopyName;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.StateStore;
import dev.lockstep.testkit.Docs;
import dev.lockstep.value.FieldPath;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A pipeline that does nothing and says what it was asked. Its figures can be set. */
final class FakePipeline implements PipelineControl, PipelineStatus {
    final AtomicInteger changes = new AtomicInteger();
    final List<ModelName> filled = new ArrayList<>();
    volatile boolean current = true;
    volatile int looks;
    volatile int currentAfterLooks;
    volatile Map<ModelName, ModelProgress> progress = Map.of();
    volatile List<RecentFanout> recent = List.of();

    private final StateStore state;
    private final Clock clock;

    FakePipeline(StateStore state, Clock clock) {
        this.state = state;
        this.clock = clock;
    }

    @Override
    public void modelsChanged() {
        changes.incrementAndGet();
    }

    @Override
    public long fill(ModelName model) {
        filled.add(model);
        return state.runs().start(model, "fill", clock.instant()).id();
    }

    @Override
    public List<ModelName> restored(StoreName store, String reason) {
        return state.models().all().stream().map(stored -> stored.name()).toList();
    }

    @Override
    public Checked check(ModelName model, SourceKey key) {
        return new Checked(
                Map.of("equal", 1L, "fixed", 1L),
                List.of(
                        new CheckedCopy(new CopyName("orders"), "{\"_id\":1}", "equal", List.of(), null),
                        new CheckedCopy(
                                new CopyName("orders"),
                                "{\"_id\":2}",
                                "fixed",
                                List.of(FieldPath.parse("customerName")),
                                null)),
                false);
    }

    @Override
    public SourceView look(ModelName model, SourceKey key, int mostCopies, boolean all) {
        looks++;
        boolean agrees = current || (currentAfterLooks > 0 && looks >= currentAfterLooks);
        return new SourceView(
                SourceState.PRESENT,
                Optional.of(Docs.doc("_id", key.variables().values().iterator().next(), "name", "Ann", "n", 1L << 60)),
                Optional.of("1:0000000001:0"),
                List.of(new CopyView(
                        new CopyName("orders"),
                        "{\"_id\":1}",
                        Docs.doc("customerName", "Ann"),
                        Optional.empty(),
                        agrees ? "equal" : "different",
                        agrees,
                        agrees ? List.of() : List.of(FieldPath.parse("customerName")))),
                agrees,
                false);
    }

    @Override
    public Checked replay(long deadLetter) {
        state.deadLetters().close(deadLetter, "replayed", clock.instant());
        return new Checked(
                Map.of("fixed", 1L),
                List.of(new CheckedCopy(new CopyName("orders"), "{\"_id\":1}", "fixed", List.of(), null)),
                false);
    }

    @Override
    public Optional<ModelProgress> model(ModelName model) {
        return Optional.ofNullable(progress.get(model));
    }

    @Override
    public List<StreamStatus> streams() {
        return List.of(new StreamStatus(
                new StoreName("shop"),
                "shop",
                "RUNNING",
                "",
                Duration.ofMillis(250),
                Optional.of(Instant.parse("2026-01-01T00:00:00Z")),
                Optional.of("token")));
    }

    @Override
    public List<RecentFanout> recent(int most) {
        return recent;
    }
}
