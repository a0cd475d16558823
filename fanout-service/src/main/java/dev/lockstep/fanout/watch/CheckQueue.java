package dev.lockstep.fanout.watch;

import dev.lockstep.change.RecordKey;
import dev.lockstep.fanout.checkpoint.Ticket;
import dev.lockstep.fanout.checkpoint.Tickets;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.ModelName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies that wait for a check, merged by copy. Two checks of one copy at a time do no harm, so a copy that is being
 * checked can be taken again. Safe for many threads; bounded by the capture loops.
 */
public final class CheckQueue {
    private final Runnable onWork;
    private final LinkedHashMap<CheckItem.Key, CheckItem> items = new LinkedHashMap<>();
    private final Map<ModelName, Long> sizes = new HashMap<>();
    private int running;

    /** An empty queue; {@code onWork} is called when something arrives and must not block. */
    public CheckQueue(Runnable onWork) {
        this.onWork = onWork;
    }

    /** Asks for a check of a copy. */
    public void offer(
            CopyDefinition definition, RecordKey record, boolean foreign, Instant committedAt, Ticket ticket) {
        add(new CheckItem(
                definition.model().name(),
                definition.copy().name(),
                record,
                foreign,
                committedAt,
                Tickets.of(ticket),
                Instant.MIN,
                0));
        onWork.run();
    }

    synchronized void add(CheckItem item) {
        if (!items.containsKey(item.key())) {
            sizes.merge(item.model(), 1L, Long::sum);
        }
        items.merge(item.key(), item, CheckItem::and);
    }

    /** Takes copies of one definition, those of the longest waiting first. */
    synchronized List<CheckItem> take(int most, Instant now) {
        List<CheckItem> taken = new ArrayList<>();
        Iterator<CheckItem> iterator = items.values().iterator();
        while (iterator.hasNext() && taken.size() < most) {
            CheckItem item = iterator.next();
            boolean sameDefinition = taken.isEmpty()
                    || (taken.get(0).model().equals(item.model())
                            && taken.get(0).copy().equals(item.copy()));
            if (sameDefinition && !item.notBefore().isAfter(now)) {
                iterator.remove();
                taken.add(item);
            }
        }
        running += taken.size();
        return taken;
    }

    /** These were taken and are done, or were added again. */
    synchronized void finished(List<CheckItem> taken) {
        running -= taken.size();
        taken.forEach(item -> sizes.merge(item.model(), -1L, Long::sum));
    }

    /** Checks that wait or run. */
    public synchronized int size() {
        return items.size() + running;
    }

    /** Those of one model. */
    public synchronized long size(ModelName model) {
        return sizes.getOrDefault(model, 0L);
    }
}
