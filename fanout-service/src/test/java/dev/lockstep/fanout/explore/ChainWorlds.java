package dev.lockstep.fanout.explore;

import static dev.lockstep.fanout.explore.World.crash;
import static dev.lockstep.fanout.explore.World.set;

import dev.lockstep.change.Change;
import dev.lockstep.registry.Model;
import dev.lockstep.testkit.Models;
import dev.lockstep.testkit.memory.Images;
import dev.lockstep.value.FieldPath;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Worlds in which the copies of one model are the sources of another, and what must not be left out there. */
final class ChainWorlds {
    private static final Model INVOICES = Models.model("order-invoice", World.SHOP, "orders")
            .key("_id", "{orderId}")
            .copy(
                    "invoices",
                    copy -> copy.in("invoices")
                            .pointer("orderId", "{orderId}")
                            .byIndex("orderId_1")
                            .field("customerName", "customerName"))
            .build();

    private ChainWorlds() {}

    static void add() {
        Worlds.define(
                "chain",
                "an update of A, a copy of A that is a source of an invoice",
                true,
                parts -> chain(parts, Images.FULL).actor("source", set("customers", "A", "name", "a1")));
        Worlds.define(
                "chain, foreign",
                "an update of A, a foreign partial write of the copy between A and the invoice",
                false,
                parts -> chain(parts, Images.AFTER)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("foreign", set("orders", "o1", "customerName", "x")));
        Worlds.define(
                "chain, crash",
                "an update of A, a copy of A that is a source of an invoice, a crash",
                false,
                parts -> chain(parts, Images.FULL)
                        .actor("source", set("customers", "A", "name", "a1"))
                        .actor("crash", crash()));
        Worlds.define(
                "chain, values read",
                "two updates of A whose values the stream does not carry, an invoice of its copy",
                false,
                parts -> chain(parts, Images.NONE)
                        .actor("source", set("customers", "A", "name", "a1"), set("customers", "A", "name", "a2")));
    }

    static void addMutants() {
        Mutants.mutant(
                "chains: own writes are captured from sources",
                "they are dropped as they are from the watch of the copies",
                parts -> {
                    parts.changes = (source, store) -> Wraps.changes(source, ChainWorlds::withoutOwnWrites);
                    return parts;
                },
                "chain");
    }

    private static Change withoutOwnWrites(Change change) {
        boolean own = change.touched().isPresent() && change.touched().get().overlaps(FieldPath.of(World.PREFIX));
        return !own
                ? change
                : new Change(
                        change.collection(),
                        change.key(),
                        change.kind(),
                        change.before(),
                        change.after(),
                        Optional.of(new Change.Touched(Map.of(), Set.of())),
                        change.position(),
                        change.committedAt());
    }

    private static World chain(Parts parts, Images images) {
        World world = Worlds.fresh(parts, images).chained(INVOICES);
        world.register().checkpointed().start();
        return world;
    }
}
