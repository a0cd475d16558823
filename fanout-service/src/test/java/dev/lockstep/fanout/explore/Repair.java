package dev.lockstep.fanout.explore;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.drift.NewestCaptured;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.StoreException;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.value.Doc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fix of a repair job: a process of its own, which knows nothing of what was captured. What it says it has fixed is
 * as some state of the source was since it began.
 */
final class Repair extends World.Machine {
    /**
     * A fix that was begun.
     *
     * @param sources what the sources of its copies were since then, which is part of a world's state
     */
    private record Begun(CheckRun run, List<Doc> sources) {}

    private final World world;
    private final boolean last;
    private final List<RecordKey> records;
    private final @Nullable Object[] begun = new @Nullable Object[1];
    private final CheckParts parts;

    Repair(World world, String name, boolean last, String... ids) {
        super(name, false);
        this.world = world;
        this.last = last;
        this.records = Arrays.stream(ids).map(MemoryStore::id).toList();
        this.parts = new CheckParts(
                world.parts.repairStores.apply(World.access(world.connectors(world.parts.repairRules)), world),
                NewestCaptured.none(),
                world.parts.repairNonces.apply(world.nonces()));
        world.memory.put(name, begun);
    }

    @Override
    boolean enabled() {
        return !(begun[0] instanceof Begun now && now.run().isDone()) && (!last || othersAreDone());
    }

    private boolean othersAreDone() {
        return world.machines.stream().filter(machine -> machine != this).noneMatch(World.Machine::enabled);
    }

    @Override
    boolean step() {
        Begun now = begun[0] instanceof Begun before ? before : begin();
        boolean worked;
        try {
            worked = now.run().step();
        } catch (StoreException e) {
            return true;
        }
        if (now.run().isDone()) {
            now.run().outcomes().stream()
                    .filter(outcome -> outcome.kind() == CheckOutcome.Kind.FIXED)
                    .filter(outcome -> !isFixed(outcome, now.sources()))
                    .forEach(outcome -> world.violations.add(
                            "R7: " + name + " says that it has fixed " + outcome.record() + ", which is wrong"));
            now.sources().clear();
        }
        return worked;
    }

    private Begun begin() {
        ActiveModel active = active();
        Begun now = new Begun(
                new CheckRun(parts, active, active.model().definitions().get(0), records, CheckRun.Goal.FIX),
                new ArrayList<>());
        begun[0] = now;
        look();
        return now;
    }

    private ActiveModel active() {
        var stored = world.state.models().all().get(0);
        return new ActiveModel(
                world.definitions.get(stored.definition()), stored.revision(), stored.epoch(), stored.state());
    }

    /** Keeps what sources are now, while the fix is under way. */
    void look() {
        if (begun[0] instanceof Begun now && !now.run().isDone()) {
            world.sources().all("customers").stream()
                    .filter(source -> !now.sources().contains(source))
                    .forEach(now.sources()::add);
        }
    }

    private boolean isFixed(CheckOutcome outcome, List<Doc> sources) {
        CopyDefinition definition = active().model().definitions().get(0);
        Doc copy = world.copies().find("orders", outcome.record()).orElseThrow();
        return sources.stream()
                .filter(source ->
                        source.entries().get("_id").equals(copy.entries().get("customerId")))
                .anyMatch(source -> World.agrees(definition, source, copy));
    }
}
