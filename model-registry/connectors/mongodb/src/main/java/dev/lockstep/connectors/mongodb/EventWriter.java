package dev.lockstep.connectors.mongodb;

import com.mongodb.MongoException;
import dev.lockstep.change.Version;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.CopyStore.EventWrite;
import dev.lockstep.store.CopyStore.WriteResult;
import dev.lockstep.store.Cursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BSONException;
import org.jspecify.annotations.Nullable;

/**
 * Event writes: one {@code updateMany} for all copies of a key, many keys in one bulk. Writes of one call have distinct
 * (definition, key) pairs, so the order inside a bulk is of no consequence. No command writes many more copies than a
 * page has: the index is asked first, keys with many copies share a bulk with fewer others, and a key with more copies
 * than a page is written by ranges of {@code _id}, one in each call.
 */
final class EventWriter {
    /** Up to so many writes are sent one by one, which tells the count of each; more go in bulks. */
    private static final int SINGLY = 4;

    private static final int BULK = 500;

    private final Databases databases;

    EventWriter(Databases databases) {
        this.databases = databases;
    }

    List<WriteResult> write(List<EventWrite> writes) {
        WriteResult[] results = new WriteResult[writes.size()];
        Map<CopyDefinition, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < writes.size(); i++) {
            groups.computeIfAbsent(writes.get(i).definition(), definition -> new ArrayList<>())
                    .add(i);
        }
        groups.forEach((definition, indexes) -> {
            Group group = new Group(writes, results, new WritePages(definition, databases));
            List<Integer> begun = new ArrayList<>();
            indexes.forEach(i -> {
                if (writes.get(i).from() == null) {
                    begun.add(i);
                } else {
                    group.page(i);
                }
            });
            for (int from = 0; from < begun.size(); from += BULK) {
                group.send(begun.subList(from, Math.min(from + BULK, begun.size())));
            }
        });
        return List.of(results);
    }

    WriteResult remove(CopyDefinition definition, SourceKey key, Version version, @Nullable Cursor from) {
        return new WritePages(definition, databases).remove(key, version, from);
    }

    OptionalLong count(CopyDefinition definition, SourceKey key) {
        return new WritePages(definition, databases).count(key);
    }

    /** The writes of one copy definition. */
    private record Group(List<EventWrite> writes, WriteResult[] results, WritePages pages) {
        /** All at once, or, when they have more copies than a page, half of them at a time. */
        void send(List<Integer> indexes) {
            List<EventWrite> some = indexes.stream().map(writes::get).toList();
            boolean many;
            try {
                many = pages.exceedOne(some);
            } catch (MongoException | BSONException | IllegalStateException failure) {
                indexes.forEach(i -> results[i] = pages.failed(writes.get(i), failure));
                return;
            }
            int half = indexes.size() / 2;
            if (many && half == 0) {
                page(indexes.get(0));
            } else if (many) {
                send(indexes.subList(0, half));
                send(indexes.subList(half, indexes.size()));
            } else if (indexes.size() <= SINGLY) {
                indexes.forEach(i -> put(List.of(i), pages.whole(List.of(writes.get(i)))));
            } else {
                put(indexes, pages.whole(some));
            }
        }

        void page(int i) {
            results[i] = pages.page(writes.get(i));
        }

        private void put(List<Integer> indexes, List<WriteResult> some) {
            for (int i = 0; i < some.size(); i++) {
                results[indexes.get(i)] = some.get(i);
            }
        }
    }
}
