package dev.lockstep.fanout.explore;

import static dev.lockstep.fanout.explore.World.crash;
import static dev.lockstep.fanout.explore.World.create;
import static dev.lockstep.fanout.explore.World.delete;
import static dev.lockstep.fanout.explore.World.fill;
import static dev.lockstep.fanout.explore.World.insertRead;
import static dev.lockstep.fanout.explore.World.load;
import static dev.lockstep.fanout.explore.World.oldDies;
import static dev.lockstep.fanout.explore.World.readSource;
import static dev.lockstep.fanout.explore.World.reload;
import static dev.lockstep.fanout.explore.World.save;
import static dev.lockstep.fanout.explore.World.saveRevision;
import static dev.lockstep.fanout.explore.World.set;
import static dev.lockstep.fanout.explore.World.state;
import static dev.lockstep.fanout.explore.World.takeover;

import dev.lockstep.change.Change;
import dev.lockstep.change.Position;
import dev.lockstep.fanout.pipeline.Limits;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.Model;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.ChangeSource;
import dev.lockstep.testkit.CopyFixture;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.Images;
import dev.lockstep.testkit.memory.MemoryStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The worlds that are explored: each has a few things that can happen, and every order of them. */
final class Worlds {
    /**
     * A world.
     *
     * @param tells what can happen in it
     * @param small true when it is small enough for every build
     */
    record Definition(String name, String tells, boolean small, Function<Parts, World> maker) {
        World make(UnaryOperator<Parts> mutant) {
            return maker.apply(mutant.apply(new Parts()));
        }
    }

    private static final Map<String, Model> ONE = revisions(false, World.SHOP);
    private static final Map<String, Model> TWO = revisions(true, World.SHOP);
    private static final Map<String, Model> APART = revisions(false, World.SIDE);
    private static final Map<String, Model> UNSET = revisions(Copy.OnSourceDelete.UNSET);
    private static final Map<String, Model> MARK = revisions(Copy.OnSourceDelete.MARK);
    private static final Map<String, Model> DELETE = revisions(Copy.OnSourceDelete.DELETE);
    static final Map<String, Definition> ALL = new LinkedHashMap<>();

    private Worlds() {}

    static {
        define(
                "updates",
                "two updates of A, two copies",
                true,
                parts -> plain(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "tier", "t2")));
        define(
                "updates of two definitions",
                "two updates of A, one record with two copy definitions",
                true,
                parts -> world(parts, TWO, Images.AFTER, false, 1)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "tier", "t2")));
        define(
                "updates read",
                "two updates of A whose values the stream does not carry",
                true,
                parts -> plain(parts, Images.NONE)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "tier", "t2")));
        define(
                "foreign",
                "an update of A, a foreign partial write",
                true,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x")));
        define(
                "foreign twice",
                "an update of A, two foreign partial writes by two writers, values read",
                false,
                parts -> small(parts, Images.NONE)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("other", set("orders", "o1", "customerTier", "y")));
        define(
                "save",
                "an update of A, a whole save that brings labels back",
                true,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("save", load("o1"), save("o1", true)));
        define(
                "save without labels",
                "two updates of A, a whole save that drops labels",
                false,
                parts -> small(parts, Images.AFTER)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("save", load("o1"), save("o1", false)));
        define(
                "insert",
                "an update of A, the insert of a copy with a value read earlier",
                true,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("insert", readSource("A"), insertRead()));
        define(
                "insert, values read",
                "two updates of A, the insert of a stale copy, values read",
                false,
                parts -> small(parts, Images.NONE)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("insert", readSource("A"), insertRead()));
        define(
                "move",
                "updates of A and B, a pointer that moves from A to B",
                false,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("other source", set("customers", "B", "name", "b1"))
                        .actor("move", set("orders", "o1", "customerId", "B")));
        define(
                "move only",
                "an update of A, a pointer that moves from A to B",
                true,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("move", set("orders", "o1", "customerId", "B")));
        define(
                "move, positions that don't compare",
                "a copy labelled by A moves to B with B's values; an update of B",
                true,
                parts -> {
                    parts.changes = incomparable(parts.changes);
                    World world = labelled(parts, "9");
                    return world.actor("other source", set("customers", "B", "name", "b1"))
                            .actor("move", World.moveWithValues("o1", "B"));
                });
        define(
                "move back",
                "an update of A, a pointer that moves to B and back",
                false,
                parts -> small(parts, Images.AFTER)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("move", set("orders", "o1", "customerId", "B"), set("orders", "o1", "customerId", "A")));
        define(
                "delete a copy",
                "an update of A, a foreign write, and the copy is deleted",
                true,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("delete", delete("orders", "o1")));
        define(
                "delete a checked copy",
                "a foreign write, and the copy is deleted",
                true,
                parts -> small(parts, Images.FULL)
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("delete", delete("orders", "o1")));
        define(
                "recreate",
                "an update of A, which is deleted and created again, and a foreign write",
                false,
                parts -> small(parts, Images.FULL)
                        .actor(
                                "source",
                                set("customers", "A", "name", "a1"),
                                delete("customers", "A"),
                                create("A", "a2", "t0"))
                        .actor("foreign", set("orders", "o1", "customerName", "x")));
        define(
                "recreate, values read",
                "A is deleted and created again, values read",
                true,
                parts -> small(parts, Images.NONE)
                        .actor("source", delete("customers", "A"), create("A", "a2", "t0"))
                        .actor("more", set("customers", "A", "name", "a3")));
        define(
                "source deleted",
                "an update of A, which is deleted; its copies are unset",
                true,
                parts -> world(parts, UNSET, Images.FULL, false, 1)
                        .actor("source", set("customers", "A", "name", "a1"), delete("customers", "A")));
        define(
                "source deleted, crash",
                "A is deleted, a crash; its copies are unset",
                true,
                parts -> world(parts, UNSET, Images.FULL, false, 1)
                        .actor("source", delete("customers", "A"))
                        .actor("crash", crash()));
        define(
                "source deleted and back",
                "A is deleted and created again; its copies are unset",
                true,
                parts -> world(parts, UNSET, Images.FULL, false, 1)
                        .actor("source", delete("customers", "A"), create("A", "a2", "t0")));
        define(
                "source deleted and back, marked",
                "A is deleted and created again; its copies are marked",
                true,
                parts -> world(parts, MARK, Images.FULL, false, 1)
                        .actor("source", delete("customers", "A"), create("A", "a2", "t0")));
        define(
                "source deleted twice",
                "A is deleted, created and deleted again; its copies are unset",
                true,
                parts -> world(parts, UNSET, Images.FULL, false, 1)
                        .actor("source", delete("customers", "A"), create("A", "a2", "t0"), delete("customers", "A")));
        define(
                "source back in time",
                "A is deleted and created again before the delete is due; copies of deleted sources are deleted",
                true,
                parts -> waiting(parts)
                        .actor("source", delete("customers", "A"), create("A", "a2", "t0"), World.deletesAreDue()));
        define(
                "source deleted, copy moved",
                "A is deleted, its copy is moved to B; copies of deleted sources are deleted",
                true,
                parts -> world(parts, DELETE, Images.FULL, false, 1)
                        .actor("source", delete("customers", "A"))
                        .actor("move", World.moveWithValues("o1", "B")));
        define(
                "copy of no source",
                "a copy of a source is inserted that never was; copies of deleted sources are deleted",
                true,
                parts -> world(parts, DELETE, Images.FULL, false, 1).actor("insert", World.insertOfNoSource()));
        define(
                "source deleted and back, foreign",
                "A is deleted and created again, a foreign partial write; its copies are unset",
                false,
                parts -> world(parts, UNSET, Images.FULL, false, 1)
                        .actor("source", delete("customers", "A"), create("A", "a2", "t0"))
                        .actor("foreign", set("orders", "o1", "customerName", "x")));
        define(
                "crash",
                "an update of A, a foreign write of another copy, a crash",
                false,
                parts -> plain(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o2", "customerName", "x"))
                        .actor("crash", crash()));
        define(
                "crash, in short",
                "an update of A is captured, a foreign write of another copy, a crash",
                true,
                parts -> plain(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o2", "customerName", "x"))
                        .actor("crash", crash())
                        .after("source", "p1 capture-shop-p0", "foreign"));
        define(
                "crash in two stores",
                "two updates of A, a foreign write, a crash; copies in another store",
                false,
                parts -> world(parts, APART, Images.FULL, true, 1)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("crash", crash()));
        define(
                "two stores, values read",
                "an update of A, an insert, a foreign write; two stores, values read",
                false,
                parts -> world(parts, APART, Images.NONE, true, 1)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("insert", readSource("A"), insertRead()));
        define("trimmed", "an update of A, a crash; the stream forgets what was acknowledged", true, parts -> {
            parts.changes = Trimming.under(parts.changes);
            return small(parts, Images.FULL)
                    .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "tier", "t2"))
                    .actor("crash", crash());
        });
        define(
                "zombie",
                "two updates of A, a takeover, the old process goes on",
                false,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("takeover", takeover()));
        define(
                "zombie, in short",
                "a process has looked up the copies of an update of A; a takeover, another update",
                true,
                parts -> small(parts, Images.FULL)
                        .actor(
                                "source",
                                set("customers", "A", "name", "a1"),
                                takeover(),
                                set("customers", "A", "name", "a2"))
                        .after("source", "p1 capture-shop-p0", "p1 applier", "source"));
        define(
                "zombie and insert",
                "two updates of A, an insert with a value read earlier, a takeover",
                false,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("insert", readSource("A"), insertRead())
                        .actor("takeover", takeover(), oldDies()));
        define(
                "zombie and insert, in short",
                "a zombie holds an update of A, another one and a stale insert come",
                true,
                parts -> small(parts, Images.FULL)
                        .actor(
                                "source",
                                set("customers", "A", "name", "a1"),
                                takeover(),
                                set("customers", "A", "name", "a2"))
                        .actor("insert", readSource("A"), insertRead())
                        .after(
                                "source",
                                "p1 capture-shop-p0",
                                "insert",
                                "source",
                                "source",
                                "p2 capture-shop-p0",
                                "p2 applier",
                                "p2 applier"));
        define(
                "zombie and foreign",
                "an update of A, a foreign write, a takeover, values read",
                false,
                parts -> small(parts, Images.NONE)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("takeover", takeover(), oldDies()));
        define(
                "repair",
                "an update of A, a foreign write, a repair",
                true,
                parts -> small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .repair("o1"));
        define(
                "repair across a crash",
                "a repair has read what a whole save brings back, the process starts anew",
                true,
                parts -> {
                    World world = fresh(parts, Images.AFTER).labelled("o1", "A", "same");
                    world.register().checkpointed().start();
                    return world.actor("source", set("customers", "A", "name", "a1"))
                            .actor("foreign", set("orders", "o1", "customerName", "x"))
                            .actor("save", load("o1"), save("o1", true))
                            .actor("crash", crash())
                            .repair("o1")
                            .after("foreign", "save", "repair", "repair", "source", "p1 capture-shop-p0")
                            .after(
                                    "p1 applier",
                                    "p1 applier",
                                    "p1 checker",
                                    "p1 checker",
                                    "p1 checker",
                                    "p1 capture-shop-p0")
                            .after("crash");
                });
        define(
                "repair and save",
                "two updates of A, a whole save, a repair, values read",
                false,
                parts -> small(parts, Images.NONE)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("save", load("o1"), save("o1", true))
                        .repair("o1"));
        define(
                "fill",
                "an update of A, a fill",
                true,
                parts -> resync(small(parts, Images.FULL))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("fill", fill()));
        define(
                "revision",
                "an update of A, a revision with a new field",
                true,
                parts -> resync(small(parts, Images.FULL))
                        .actor("source", set("customers", "A", "rank", "r1"))
                        .actor("revision", saveRevision(), reload()));
        define(
                "revision and fill",
                "an update of A, a fill, a revision with a new field",
                false,
                parts -> resync(small(parts, Images.FULL))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("fill", fill())
                        .actor("revision", saveRevision(), reload()));
        define(
                "revision and foreign",
                "a revision with a new field, a foreign write, a crash",
                false,
                parts -> resync(small(parts, Images.AFTER))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("revision", saveRevision(), reload())
                        .actor("crash", crash()));
        define(
                "history lost",
                "an update of A, history is forgotten meanwhile",
                true,
                parts -> lossy(resync(small(parts, Images.FULL)))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("history", forget()));
        define(
                "history lost twice",
                "two updates of A, each forgotten",
                false,
                parts -> lossy(resync(small(parts, Images.FULL)))
                        .actor(
                                "source",
                                set("customers", "A", "name", "a1"),
                                forget(),
                                set("customers", "A", "name", "a2"),
                                forget()));
        define(
                "stream restarts",
                "updates of A, the stream begins anew with another identity",
                true,
                parts -> lossy(resync(labelled(parts, "0")))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("history", restart()));
        define(
                "store restored",
                "the store was restored to before the labels of its copies, an operator has said so, an update of A",
                true,
                parts -> lossy(resync(labelled(parts, "9")))
                        .actor("operator", World.restored())
                        .actor("source", set("customers", "A", "name", "a1"))
                        .after("operator"));
        define(
                "pause",
                "an update of A, a foreign write, pause and resume",
                true,
                parts -> resync(small(parts, Images.FULL))
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("pause", state(ModelState.PAUSED), state(ModelState.ACTIVE)));
        define(
                "pause and crash",
                "two updates of A, pause and resume, a crash",
                false,
                parts -> resync(small(parts, Images.NONE))
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("pause", state(ModelState.PAUSED), state(ModelState.ACTIVE))
                        .actor("crash", crash()));
        TaskWorlds.add();
        ChainWorlds.add();
        RepairWorlds.add();
        LookupWorlds.add();
    }

    static void define(String name, String tells, boolean small, Function<Parts, World> maker) {
        ALL.put(name, new Definition(name, tells, small, maker));
    }

    static World small(Parts parts, Images images) {
        return world(parts, ONE, images, false, 1);
    }

    private static World plain(Parts parts, Images images) {
        return world(parts, ONE, images, false, 2);
    }

    /** Sources A and B and a copy of A; nothing is registered yet. */
    static World fresh(Parts parts, Images images) {
        return fresh(new World(parts), images);
    }

    static World fresh(World world, Images images) {
        world.with(ONE, false);
        world.sources().images(images);
        return world.source("A", "a0", "t0").source("B", "b0", "u0").copy("o1", "A", true);
    }

    private static World world(Parts parts, Map<String, Model> models, Images images, boolean twoStores, int copies) {
        return world(new World(parts), models, images, twoStores, copies);
    }

    private static World world(World world, Map<String, Model> models, Images images, boolean twoStores, int copies) {
        world.with(models, twoStores);
        world.stores.values().forEach(store -> store.images(images));
        world.source("A", "a0", "t0").source("B", "b0", "u0").copy("o1", "A", true);
        if (copies > 1) {
            world.copy("o2", "A", false);
        }
        world.register().checkpointed().start();
        return world;
    }

    /** Deletes wait, and copies of deleted sources are deleted. */
    private static World waiting(Parts parts) {
        World world = new World(parts).with(DELETE, false);
        Limits usual = world.limits;
        world.limits = new Limits(
                usual.owner(),
                usual.appliers(),
                usual.checkers(),
                usual.batch(),
                usual.page(),
                usual.inMemory(),
                usual.remembered(),
                usual.pollWait(),
                usual.lease(),
                usual.checkpointEvery(),
                new Limits.Deletes(Duration.ofMinutes(5), 1_000),
                Limits.Tasks.NONE,
                Limits.LOOKUP_WAIT);
        world.sources().images(Images.FULL);
        world.source("A", "a0", "t0").source("B", "b0", "u0").copy("o1", "A", true);
        world.register().checkpointed().start();
        return world;
    }

    /** The copy carries the label of an event far into the stream. */
    private static World labelled(Parts parts, String first) {
        World world = new World(parts).with(ONE, false);
        world.source("A", "a0", "t0").source("B", "b0", "u0");
        for (int i = 0; i < 3; i++) {
            world.sources().set("customers", MemoryStore.id("A"), "rank", dev.lockstep.testkit.Docs.text("r" + i));
        }
        world.copy(
                "o1",
                "A",
                true,
                new Position(first + world.sources().newest().text().substring(1)));
        world.register().checkpointed().start();
        return world;
    }

    /** Positions of A and of B count apart, as those of two shards do. */
    private static BiFunction<ChangeSource, MemoryStore, ChangeSource> incomparable(
            BiFunction<ChangeSource, MemoryStore, ChangeSource> over) {
        return (source, store) -> over.apply(
                Wraps.changes(
                        source,
                        change -> !change.collection().collection().equals("customers")
                                        || !change.key().equals(MemoryStore.id("A"))
                                ? change
                                : new Change(
                                        change.collection(),
                                        change.key(),
                                        change.kind(),
                                        change.before(),
                                        change.after(),
                                        change.touched(),
                                        new Position(
                                                "9" + change.position().text().substring(1)),
                                        change.committedAt())),
                store);
    }

    /** Whatever is left of a fan-out after one call is a task. */
    static World large(Parts parts, Images images, int copies) {
        return world(new World(parts).withTasks(), ONE, images, false, copies);
    }

    /** The same, and copies of a deleted source are unset. */
    static World largeWithDeletes(Parts parts) {
        return world(new World(parts).withTasks(), UNSET, Images.FULL, false, 1);
    }

    /** The same, with two copy definitions. */
    static World largeWithTwoDefinitions(Parts parts) {
        return world(new World(parts).withTasks(), TWO, Images.FULL, false, 1);
    }

    /** From here on the index of the copies shows changes late. */
    static World lagging(World world) {
        return world.withResync().withLaggingIndex();
    }

    private static World resync(World world) {
        return world.withResync();
    }

    private static World lossy(World world) {
        world.gapsExpected = true;
        return world;
    }

    private static World.Act forget() {
        return new World.Act(
                "the stream forgets its history", world -> world.sources().forgetHistory());
    }

    private static World.Act restart() {
        return new World.Act("the stream begins anew", world -> world.sources().restartStream("memory-2"));
    }

    private static Map<String, Model> revisions(boolean twoDefinitions, StoreName copies) {
        Map<String, Model> revisions = new LinkedHashMap<>();
        revisions.put("1", model(twoDefinitions, copies, false));
        revisions.put("2", model(twoDefinitions, copies, true));
        return revisions;
    }

    private static Map<String, Model> revisions(Copy.OnSourceDelete policy) {
        Map<String, Model> revisions = new LinkedHashMap<>();
        revisions.put(
                "1",
                Models.model("order-customer", World.SHOP, "customers")
                        .key("_id", "{customerId}")
                        .copy("orders", copy -> {
                            found(copy)
                                    .field("customerName", "name")
                                    .field("customerTier", "tier")
                                    .onSourceDelete(policy);
                            if (policy == Copy.OnSourceDelete.MARK) {
                                copy.mark("gone", dev.lockstep.testkit.Docs.text("yes"));
                            }
                        })
                        .build());
        return revisions;
    }

    private static Model model(boolean twoDefinitions, StoreName copiesIn, boolean second) {
        var fixture = Models.model("order-customer", World.SHOP, "customers").key("_id", "{customerId}");
        if (twoDefinitions) {
            fixture.copy("names", copy -> found(copy).field("customerName", "name"));
            fixture.copy("tiers", copy -> found(copy).field("customerTier", "tier"));
        } else {
            fixture.copy("orders", copy -> {
                found(copy).field("customerName", "name").field("customerTier", "tier");
                if (second) {
                    copy.field("customerRank", "rank");
                }
            });
        }
        Model model = fixture.build();
        List<Copy> copies =
                model.copies().stream().map(copy -> in(copy, copiesIn)).toList();
        return new Model(model.name(), null, null, model.source(), copies);
    }

    private static CopyFixture found(CopyFixture copy) {
        return copy.in("orders").pointer("customerId", "{customerId}").byIndex("customerId_1");
    }

    private static Copy in(Copy copy, StoreName store) {
        return new Copy(
                copy.name(),
                new CollectionRef(store, copy.at().collection()),
                copy.pointer(),
                copy.find(),
                copy.elements(),
                copy.where(),
                copy.fields(),
                copy.strategy(),
                copy.mode(),
                copy.writer(),
                copy.onSourceDelete(),
                copy.mark(),
                copy.onMissing(),
                copy.guard(),
                copy.watch(),
                copy.sensitive(),
                copy.slo(),
                copy.repair(),
                copy.writtenBy(),
                copy.reads());
    }
}
