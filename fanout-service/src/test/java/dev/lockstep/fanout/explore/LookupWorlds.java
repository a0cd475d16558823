package dev.lockstep.fanout.explore;

import static dev.lockstep.fanout.explore.World.crash;
import static dev.lockstep.fanout.explore.World.insertRead;
import static dev.lockstep.fanout.explore.World.readSource;
import static dev.lockstep.fanout.explore.World.set;

import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.StateStore;
import dev.lockstep.state.WaitingKeyStore;
import dev.lockstep.testkit.memory.Images;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Worlds in which copies are found by an index that lags, and what must not be left out there (rule R4). */
final class LookupWorlds {
    private LookupWorlds() {}

    static void add() {
        Worlds.define(
                "lagging insert",
                "an update of A, the insert of a copy with a value read earlier, an index that lags",
                true,
                parts -> Worlds.lagging(Worlds.small(parts, Images.FULL))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("insert", readSource("A"), insertRead()));
        Worlds.define(
                "lagging move",
                "an update of B, a pointer that moves from A to B, an index that lags",
                true,
                parts -> Worlds.lagging(Worlds.small(parts, Images.FULL))
                        .actor("source", set("customers", "B", "name", "b1"))
                        .actor("move", set("orders", "o1", "customerId", "B")));
        Worlds.define(
                "lagging fill",
                "a copy that no index showed when the stream began, a fill, an update of A",
                true,
                parts -> before(parts)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .after("p1 capture-shop-p0"));
        Worlds.define(
                "lagging insert, crash",
                "an update of A, the insert of a copy, an index that lags, a crash",
                false,
                parts -> Worlds.lagging(Worlds.small(parts, Images.FULL))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("insert", readSource("A"), insertRead())
                        .actor("crash", crash()));
        Worlds.define(
                "lagging insert, crash in short",
                "a copy was inserted and checked; an update of A, a crash",
                true,
                parts -> Worlds.lagging(Worlds.small(parts, Images.FULL))
                        .actor("insert", readSource("A"), insertRead(), set("customers", "A", "name", "a1"), crash())
                        .after("insert", "insert", "p1 capture-shop-p0", "p1 checker", "p1 checker", "p1 checker"));
        Worlds.define(
                "lagging, moved twice",
                "a pointer that moves from A to B and back, updates of A, an index that lags",
                false,
                parts -> Worlds.lagging(Worlds.small(parts, Images.FULL))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("move", set("orders", "o1", "customerId", "B"), set("orders", "o1", "customerId", "A")));
    }

    private static World before(Parts parts) {
        World world = Worlds.fresh(parts, Images.FULL).withResync().withLaggingIndex();
        world.copy("o3", "A", false);
        world.register().checkpointed();
        world.state.models().setState(world.definitions.get("1").name(), ModelState.FILLING, null);
        world.start();
        return world;
    }

    static void addMutants() {
        Mutants.mutant("R4 inserts are checked twice", "they are checked once", waiting(Once::new), "lagging insert");
        Mutants.mutant(
                "R4 pointer moves are checked twice", "they are checked once", waiting(Once::new), "lagging move");
        Mutants.mutant(
                "R4 the second check waits for the index",
                "it is due at once",
                waiting(keys -> new Passed(keys) {
                    @Override
                    public void add(List<WaitingKey> added) {
                        super.add(added.stream()
                                .map(key -> key.dueAt(Instant.EPOCH))
                                .toList());
                    }
                }),
                "lagging insert");
        Mutants.mutant(
                "R4 the second check is durable before the change is done",
                "it is stored at the next look for what is due",
                waiting(Late::new),
                "lagging insert, crash in short");
        Mutants.mutant(
                "R4 a fill waits for the index",
                "it begins at once",
                parts -> {
                    parts.stores = (access, world) -> Wraps.copies(access, copies -> new Wraps.Copies(copies) {
                        @Override
                        public boolean isConsistent(dev.lockstep.registry.CopyDefinition definition) {
                            return true;
                        }
                    });
                    return parts;
                },
                "lagging fill");
    }

    private static UnaryOperator<Parts> waiting(UnaryOperator<WaitingKeyStore> change) {
        return parts -> {
            parts.state = state -> with(state, parts.remember(change.apply(state.waitingKeys())));
            return parts;
        };
    }

    private static StateStore with(StateStore state, WaitingKeyStore waiting) {
        return (StateStore) Proxy.newProxyInstance(
                LookupWorlds.class.getClassLoader(), new Class<?>[] {StateStore.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("waitingKeys") ? waiting : method.invoke(state, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Drops what is not due at once. */
    private static final class Once extends Passed {
        Once(WaitingKeyStore keys) {
            super(keys);
        }

        @Override
        public void add(List<WaitingKey> added) {
            super.add(added.stream()
                    .filter(key -> key.due().equals(Instant.EPOCH))
                    .toList());
        }
    }

    /** Keeps keys in memory until somebody looks for what is due. */
    private static final class Late extends Passed {
        private final List<WaitingKey> kept = new ArrayList<>();

        Late(WaitingKeyStore keys) {
            super(keys);
        }

        @Override
        public void add(List<WaitingKey> added) {
            kept.addAll(added);
        }

        @Override
        public Map<ModelName, Long> due(Instant until) {
            super.add(kept);
            kept.clear();
            return super.due(until);
        }
    }

    /** Waiting keys that pass everything on. */
    private static class Passed implements WaitingKeyStore {
        private final WaitingKeyStore keys;

        Passed(WaitingKeyStore keys) {
            this.keys = keys;
        }

        @Override
        public void add(List<WaitingKey> added) {
            keys.add(added);
        }

        @Override
        public List<WaitingKey> page(ModelName model, Instant until, long after, int limit) {
            return keys.page(model, until, after, limit);
        }

        @Override
        public void remove(List<WaitingKey> checked) {
            keys.remove(checked);
        }

        @Override
        public Map<ModelName, Long> counts() {
            return keys.counts();
        }

        @Override
        public Map<ModelName, Long> due(Instant until) {
            return keys.due(until);
        }
    }
}
