package dev.lockstep.fanout.explore;

import static dev.lockstep.fanout.explore.World.crash;
import static dev.lockstep.fanout.explore.World.delete;
import static dev.lockstep.fanout.explore.World.insertRead;
import static dev.lockstep.fanout.explore.World.oldDies;
import static dev.lockstep.fanout.explore.World.readSource;
import static dev.lockstep.fanout.explore.World.set;
import static dev.lockstep.fanout.explore.World.takeover;

import dev.lockstep.testkit.memory.Images;

/** Worlds in which every fan-out is too large for one go. */
final class TaskWorlds {
    private TaskWorlds() {}

    static void add() {
        Worlds.define(
                "large",
                "two updates of A, two copies, what is left after one call is a task",
                true,
                parts -> Worlds.large(parts, Images.FULL, 2)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "tier", "t2")));
        Worlds.define(
                "large, in short",
                "a task has written the first of two copies when another update comes",
                true,
                parts -> Worlds.large(parts, Images.FULL, 2)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .after("source", "p1 capture-shop-p0", "p1 applier", "p1 tasks", "p1 tasks"));
        Worlds.define(
                "large, crash",
                "an update of A, two copies, a crash",
                true,
                parts -> Worlds.large(parts, Images.FULL, 2)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("crash", crash()));
        Worlds.define(
                "large, insert",
                "an update of A, the insert of a copy with a value read earlier",
                true,
                parts -> Worlds.large(parts, Images.FULL, 1)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("insert", readSource("A"), insertRead()));
        Worlds.define(
                "large, values read",
                "two updates of A whose values the stream does not carry, two copies",
                true,
                parts -> Worlds.large(parts, Images.NONE, 2)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "tier", "t2")));
        Worlds.define(
                "large, two definitions",
                "two updates of A, one record with two copy definitions",
                true,
                parts -> Worlds.largeWithTwoDefinitions(parts)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "tier", "t2")));
        Worlds.define(
                "large, source deleted",
                "an update of A, which is deleted; its copies are unset",
                true,
                parts -> Worlds.largeWithDeletes(parts)
                        .actor("source", set("customers", "A", "name", "a1"), delete("customers", "A")));
        Worlds.define(
                "large, zombie",
                "an update of A, a takeover while its task is written, another update",
                false,
                parts -> Worlds.large(parts, Images.FULL, 2)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("takeover", takeover(), oldDies()));
        Worlds.define(
                "large, zombie in short",
                "a process has read a task; a takeover, another update",
                true,
                parts -> Worlds.large(parts, Images.FULL, 1)
                        .actor(
                                "source",
                                set("customers", "A", "name", "a1"),
                                takeover(),
                                set("customers", "A", "name", "a2"))
                        .after("source", "p1 capture-shop-p0", "p1 applier", "p1 tasks", "source"));
        Worlds.define(
                "large, foreign and crash",
                "two updates of A, a foreign partial write, a crash",
                false,
                parts -> Worlds.large(parts, Images.FULL, 2)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .actor("crash", crash()));
    }
}
