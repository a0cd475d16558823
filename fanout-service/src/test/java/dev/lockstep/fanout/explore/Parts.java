package dev.lockstep.fanout.explore;

import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.Nonces;
import dev.lockstep.fanout.pipeline.Wiring;
import dev.lockstep.state.StateStore;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.testkit.memory.StaleReads;
import dev.lockstep.testkit.memory.WriteRules;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The replaceable parts of a world's processes: those of production at first; a mutant replaces one of them. */
final class Parts {
    WriteRules writeRules = WriteRules.strict();
    WriteRules repairRules = WriteRules.strict();
    Function<World, StaleReads> stale = world -> StaleReads.none();
    UnaryOperator<Wiring.Rules> rules = UnaryOperator.identity();
    BiFunction<ChangeSource, MemoryStore, ChangeSource> changes = (source, store) -> source;
    BiFunction<CheckParts.Access, World, CheckParts.Access> stores = (access, world) -> access;
    BiFunction<CheckParts.Access, World, CheckParts.Access> repairStores = (access, world) -> access;
    UnaryOperator<Nonces> repairNonces = UnaryOperator.identity();
    UnaryOperator<StateStore> state = UnaryOperator.identity();

    /** Objects with state of their own, which is part of a world's state. */
    final List<Object> stateful = new ArrayList<>();

    <T> T remember(T part) {
        stateful.add(part);
        return part;
    }
}
