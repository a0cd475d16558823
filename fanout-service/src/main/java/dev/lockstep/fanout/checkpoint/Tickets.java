package dev.lockstep.fanout.checkpoint;

import java.util.ArrayList;
import java.util.List;

/** Tickets of changes that were merged into one: per partition only the oldest is kept. */
public record Tickets(List<Ticket> list) {
    private static final Tickets NONE = new Tickets(List.of());

    public Tickets {
        list = List.copyOf(list);
    }

    /** No ticket. */
    public static Tickets none() {
        return NONE;
    }

    /** One ticket. */
    public static Tickets of(Ticket ticket) {
        return new Tickets(List.of(ticket));
    }

    /**
     * Both; a ticket that an older one of the same partition covers is done at once. The same ticket twice is one: work
     * that is put back twice after a failure must not let the checkpoint go on.
     */
    public Tickets and(Tickets others) {
        List<Ticket> kept = new ArrayList<>(list);
        for (Ticket other : others.list) {
            if (kept.contains(other)) {
                continue;
            }
            if (kept.stream().anyMatch(ticket -> ticket.covers(other))) {
                other.done();
            } else {
                kept.stream().filter(other::covers).forEach(Ticket::done);
                kept.removeIf(other::covers);
                kept.add(other);
            }
        }
        return new Tickets(kept);
    }

    /** All are done. */
    public void done() {
        list.forEach(Ticket::done);
    }
}
