package dev.lockstep.fanout.explore;

import static dev.lockstep.fanout.explore.Fingerprint.read;
import static java.util.Objects.requireNonNull;

import dev.lockstep.change.Position;
import dev.lockstep.change.RecordKey;
import dev.lockstep.fanout.pipeline.Pipeline;
import dev.lockstep.registry.CollectionRef;
import dev.lockstep.registry.StoreName;
import dev.lockstep.testkit.memory.MemoryStore;
import dev.lockstep.value.Doc;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks into the log of an in-memory store, which applications can't. */
final class Log {
    /** A write as it was, whatever streams carry of it. */
    record Entry(
            CollectionRef collection,
            RecordKey key,
            @Nullable Doc before,
            @Nullable Doc after) {}

    private Log() {}

    private static Object log(MemoryStore store) {
        return requireNonNull(read(store, "log"));
    }

    static int generation(MemoryStore store) {
        return (Integer) requireNonNull(read(log(store), "generation"));
    }

    private static long base(MemoryStore store) {
        return (Long) requireNonNull(read(log(store), "base"));
    }

    private static List<?> entries(MemoryStore store) {
        return (List<?>) requireNonNull(read(log(store), "entries"));
    }

    static Entry entry(MemoryStore store, long number) {
        Object entry = requireNonNull(entries(store).get((int) (number - base(store))));
        Object image = requireNonNull(read(entry, "image"));
        return new Entry(
                (CollectionRef) requireNonNull(read(entry, "collection")),
                (RecordKey) requireNonNull(read(image, "key")),
                (Doc) read(image, "before"),
                (Doc) read(image, "after"));
    }

    /** What a source was, from a position on. */
    record State(long from, @Nullable Doc record) {}

    static long oldest(MemoryStore store) {
        return base(store);
    }

    /**
     * True when no state that the source had at or after the position agrees; {@code agreesWithNone} says whether its
     * absence does.
     */
    static boolean isAbove(List<State> history, Position position, Predicate<Doc> agrees, boolean agreesWithNone) {
        long from = position.equals(Position.ZERO)
                ? 0
                : Long.parseLong(position.text().substring(1));
        for (int i = 0; i < history.size(); i++) {
            boolean lasts = i + 1 == history.size() || history.get(i + 1).from() > from;
            Doc record = history.get(i).record();
            if (lasts && (record == null ? agreesWithNone : agrees.test(record))) {
                return false;
            }
        }
        return true;
    }

    /** The position just before a source's newest change. */
    static @Nullable Position beforeNewest(MemoryStore store, RecordKey key) {
        long base = base(store);
        for (int i = entries(store).size() - 1; i >= 0; i--) {
            Entry entry = entry(store, base + i);
            if (entry.collection().collection().equals("customers")
                    && entry.key().equals(key)) {
                String before = Long.toString(base + i - 1);
                return new Position("0".repeat(16 - before.length()) + before);
            }
        }
        return null;
    }

    static void addTo(Fingerprint print, MemoryStore store, long horizon, boolean whole) {
        Map<?, ?> collections = (Map<?, ?>) requireNonNull(read(store, "collections"));
        for (Object collection : collections.values()) {
            Map<?, ?> rows = (Map<?, ?>) requireNonNull(read(requireNonNull(collection), "rows"));
            rows.forEach((id, row) -> {
                print.add(id);
                print.add(read(requireNonNull(row), "record"));
            });
        }
        print.add(generation(store)).add(store.identity()).addPosition(base(store));
        List<?> entries = entries(store);
        long base = base(store);
        for (int i = (int) Math.max(0, whole ? 0 : horizon - base + 1); i < entries.size(); i++) {
            Object entry = requireNonNull(entries.get(i));
            print.addPosition(base + i).add(read(entry, "delivered"));
        }
        print.add("end");
    }

    /** The number up to which a process has read a store. */
    static long delivered(Pipeline pipeline, StoreName store, long otherwise) {
        Map<?, ?> loops = (Map<?, ?>) requireNonNull(read(pipeline.captures(), "loops"));
        long least = Long.MAX_VALUE;
        for (Map.Entry<?, ?> loop : loops.entrySet()) {
            if (!store.equals(read(requireNonNull(loop.getKey()), "store"))) {
                continue;
            }
            Object session = read(requireNonNull(loop.getValue()), "session");
            if (session != null) {
                Object stream = requireNonNull(read(session, "stream"));
                while (!stream.getClass().getSimpleName().equals("MemoryChangeStream")) {
                    stream = requireNonNull(read(stream, "stream"));
                }
                least = Math.min(least, (Long) requireNonNull(read(stream, "delivered")));
            }
        }
        return least == Long.MAX_VALUE ? otherwise : least;
    }
}
