package dev.lockstep.fanout.explore;

import static dev.lockstep.fanout.explore.World.crash;
import static dev.lockstep.fanout.explore.World.insertRead;
import static dev.lockstep.fanout.explore.World.load;
import static dev.lockstep.fanout.explore.World.readSource;
import static dev.lockstep.fanout.explore.World.save;
import static dev.lockstep.fanout.explore.World.set;

import dev.lockstep.change.Label;
import dev.lockstep.change.Version;
import dev.lockstep.store.CopyStore;
import dev.lockstep.testkit.memory.Images;
import dev.lockstep.testkit.memory.WriteRules;
import dev.lockstep.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Worlds in which two repairs race each other, the fan-out and the application; and what a repair must not leave out.
 */
final class RepairWorlds {
    private RepairWorlds() {}

    static void add() {
        Worlds.define(
                "repairs",
                "two updates of A, a foreign write, two repairs and no service, a repair at last",
                true,
                parts -> alone(parts)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .repairCalled("repair", "o1")
                        .repairCalled("second repair", "o1")
                        .repairAtLast("o1"));
        Worlds.define(
                "repairs and save",
                "an update of A, a whole save that brings labels back, two repairs and no service, a repair at last",
                true,
                parts -> alone(parts)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("save", load("o1"), save("o1", false))
                        .repairCalled("repair", "o1")
                        .repairCalled("second repair", "o1")
                        .repairAtLast("o1"));
        Worlds.define(
                "repairs beside the fan-out",
                "an update of A, a foreign write, two repairs",
                false,
                parts -> Worlds.small(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x"))
                        .repairCalled("repair", "o1")
                        .repairCalled("second repair", "o1"));
        Worlds.define(
                "repairs beside a crash",
                "an update of A, the insert of a copy with a value read earlier, two repairs, a crash",
                false,
                parts -> Worlds.small(parts, Images.AFTER)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("insert", readSource("A"), insertRead())
                        .repairCalled("repair", "o1", "o3")
                        .repairCalled("second repair", "o3")
                        .actor("crash", crash()));
    }

    /** A copy of A with the label of an earlier repair; no service follows the source. */
    private static World alone(Parts parts) {
        World world = Worlds.fresh(parts, Images.FULL).labelled("o1", "A", "same");
        world.register().checkpointed();
        return world;
    }

    static void addMutants() {
        Mutants.mutant(
                "R7 a repair is conditional on the label it read",
                "a repair does not compare labels",
                parts -> {
                    parts.repairRules = new WriteRules() {
                        @Override
                        public boolean checkLabel(@Nullable Value stored, @Nullable Value expected) {
                            return true;
                        }
                    };
                    return parts;
                },
                "repairs");
        Mutants.mutant(
                "R3 a repair's nonce is fresh",
                "it is always the same",
                parts -> {
                    parts.repairNonces = nonces -> () -> "same";
                    return parts;
                },
                "repairs");
        Mutants.mutant(
                "R3 a repair reads the source after the copy",
                "it is read before",
                parts -> {
                    parts.repairStores = (access, world) -> parts.remember(new Wraps.SourceFirst(access));
                    return parts;
                },
                "repairs");
        Mutants.mutant(
                "R3 a repair that lost its condition starts again",
                "it is taken as done",
                parts -> {
                    parts.repairStores = (access, world) -> Wraps.conflictsAreDone(access);
                    return parts;
                },
                "repairs");
        Mutants.mutant(
                "R5 a repair's label is no newer than what it read",
                "it is the log's end",
                parts -> {
                    parts.repairStores =
                            (access, world) -> Wraps.copies(access, copies -> new LabelledAtTheEnd(copies, world));
                    return parts;
                },
                "repairs");
    }

    /** The labels of its checks are at the end of the source's log. */
    private static final class LabelledAtTheEnd extends Wraps.Copies {
        private final World world;

        LabelledAtTheEnd(CopyStore copies, World world) {
            super(copies);
            this.world = world;
        }

        @Override
        public List<CheckResult> check(List<CheckWrite> writes) {
            return super.check(writes.stream()
                    .map(write -> new CheckWrite(
                            write.definition(),
                            write.record(),
                            write.pointer(),
                            write.expectedLabel(),
                            write.projected(),
                            atTheEnd(write)))
                    .toList());
        }

        private Label atTheEnd(CheckWrite write) {
            Version version = write.label().parsedVersion().orElseThrow();
            Version end = new Version(version.epoch(), world.sources().newest());
            return Label.of(write.pointer(), version.max(end), write.label().nonce());
        }
    }
}
