package dev.lockstep.fanout.lanes;

import dev.lockstep.registry.CopyName;
import java.util.HashSet;
import java.util.Set;

/** How two waiting changes of one key and one epoch become one. */
@FunctionalInterface
public interface Merging {
    /** Merges a change that waits with one that arrived later, which may be older (a redelivery). */
    Routed merge(Routed waiting, Routed arrived);

    /** Newest image, union of copies, oldest commit time, tickets of both. */
    static Merging newestImage() {
        return (waiting, arrived) -> {
            Routed newest = arrived.version().compareTo(waiting.version()) >= 0 ? arrived : waiting;
            Set<CopyName> copies = new HashSet<>(waiting.copies());
            copies.addAll(arrived.copies());
            return new Routed(
                    newest.active(),
                    newest.key(),
                    newest.version(),
                    newest.image(),
                    newest.removed(),
                    copies,
                    waiting.oldestCommit().isBefore(arrived.oldestCommit())
                            ? waiting.oldestCommit()
                            : arrived.oldestCommit(),
                    waiting.tickets().and(arrived.tickets()),
                    Math.min(waiting.attempts(), arrived.attempts()));
        };
    }
}
