package dev.lockstep.testkit.memory;

import dev.lockstep.change.Captured;
import dev.lockstep.change.Change;
import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.value.Doc;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one log of a store: entry n has position n. Guarded by its store's lock. */
final class ChangeLog {
    private static final int WIDTH = 16;

    /** An entry; {@code partition} is negative when every partition delivers it. */
    record Entry(
            Captured delivered,
            CollectionRef collection,
            int partition,
            Instant at,
            @Nullable Image image) {}

    /** A record before and after, whatever the images that streams carry. */
    record Image(
            RecordKey key, @Nullable Doc before, @Nullable Doc after) {}

    private final List<Entry> entries = new ArrayList<>();
    private long base = 1;
    private int generation = 1;

    static Position position(long number) {
        String digits = Long.toString(number);
        return new Position("0".repeat(WIDTH - digits.length()) + digits);
    }

    long oldest() {
        return base;
    }

    long newest() {
        return base + entries.size() - 1;
    }

    int generation() {
        return generation;
    }

    Entry at(long number) {
        return entries.get((int) (number - base));
    }

    void append(Entry entry) {
        entries.add(entry);
    }

    void forget() {
        forget(newest());
    }

    /** Forgets entries up to this number. */
    void forget(long upTo) {
        long last = Math.min(upTo, newest());
        if (last >= base) {
            entries.subList(0, (int) (last - base + 1)).clear();
            base = last + 1;
        }
    }

    void restart() {
        entries.clear();
        base = 1;
        generation++;
    }

    /** The record as it was at a position; empty when nothing is known but the present. */
    Optional<Optional<Doc>> asOf(CollectionRef collection, RecordKey key, Position position) {
        Optional<Optional<Doc>> known = Optional.empty();
        for (long number = newest(); number >= base; number--) {
            Entry entry = at(number);
            Image image = entry.image();
            if (image == null
                    || !entry.collection().equals(collection)
                    || !image.key().equals(key)) {
                continue;
            }
            if (position(number).compareTo(position) <= 0) {
                return Optional.of(Optional.ofNullable(image.after()));
            }
            known = Optional.of(Optional.ofNullable(image.before()));
        }
        return known;
    }

    static Change shaped(Change full, Images images) {
        boolean after = images != Images.NONE || full.kind() != Change.Kind.UPDATE;
        return new Change(
                full.collection(),
                full.key(),
                full.kind(),
                images == Images.FULL ? full.before() : null,
                after ? full.after() : null,
                full.touched(),
                full.position(),
                full.committedAt());
    }
}
