package dev.lockstep.fanout.apply;

import dev.lockstep.fanout.lanes.Routed;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.StoreName;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.Cursor;
import dev.lockstep.value.Doc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that one applier has taken, and how far each has come. Not thread-safe. */
final class Batch {
    /** One key: what is still to be read and written for it. */
    static final class Item {
        private final Routed change;
        private @Nullable Doc source;
        private boolean read;
        private boolean begun;
        private final List<Write> writes = new ArrayList<>();

        Item(Routed change) {
            this.change = change;
            this.source = change.image();
            this.read = change.image() != null || change.removed();
        }

        Routed change() {
            return change;
        }

        @Nullable
        Doc source() {
            return source;
        }

        boolean needsRead() {
            return !read;
        }

        void begun() {
            begun = true;
        }

        void readAs(@Nullable Doc record) {
            source = record;
            read = true;
        }

        List<Write> writes() {
            return writes;
        }
    }

    /**
     * One event write of an item; {@code applied} counts over the pages of a write that is cut, {@code since} is the
     * newest dead letter when it began.
     */
    static final class Write {
        private final Item item;
        private final long since;
        private EventWrite write;
        private long applied;
        private int pages = 1;

        Write(Item item, EventWrite write, long since) {
            this.item = item;
            this.since = since;
            this.write = write;
        }

        Item item() {
            return item;
        }

        long since() {
            return since;
        }

        EventWrite write() {
            return write;
        }

        CopyDefinition definition() {
            return write.definition();
        }

        long applied() {
            return applied;
        }

        /** Pages that were written, the present one included. */
        int pages() {
            return pages;
        }

        void goOn(Cursor next) {
            write = new EventWrite(write.definition(), write.key(), write.version(), write.projected(), next);
            pages++;
        }

        void count(long copies) {
            applied += copies;
        }
    }

    private final List<Item> items;

    Batch(List<Routed> taken) {
        items = new ArrayList<>(taken.stream().map(Item::new).toList());
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    List<Item> items() {
        return items;
    }

    List<Item> unbegun() {
        return items.stream().filter(item -> !item.begun).toList();
    }

    List<Item> unread() {
        return items.stream().filter(Item::needsRead).toList();
    }

    /** The writes that are left, by the store of their copies. */
    Map<StoreName, List<Write>> writesByStore() {
        Map<StoreName, List<Write>> byStore = new LinkedHashMap<>();
        for (Item item : items) {
            for (Write write : item.writes()) {
                byStore.computeIfAbsent(write.definition().copy().at().store(), s -> new ArrayList<>())
                        .add(write);
            }
        }
        return byStore;
    }

    void remove(Item item) {
        items.remove(item);
    }
}
