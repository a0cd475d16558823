package dev.lockstep.testkit.memory;

import dev.lockstep.change.Position;
import dev.lockstep.registry.KeyPattern;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.RecordReader;
import dev.lockstep.store.Segment;
import dev.lockstep.value.Doc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads sources; the present state, unless the settings say that a read is stale. */
final class MemoryRecordReader implements RecordReader {
    private final InMemoryConnector connector;

    MemoryRecordReader(InMemoryConnector connector) {
        this.connector = connector;
    }

    @Override
    public Map<SourceKey, Doc> read(Source source, Collection<SourceKey> keys, Optional<Position> notBefore) {
        return connector.run(Operation.READ_SOURCES, () -> {
            MemoryCollection collection = connector.collection(source.at());
            Map<SourceKey, Doc> found = new LinkedHashMap<>();
            for (SourceKey key : keys) {
                for (Row row : Lookup.byKey(collection, source.key(), key)) {
                    Doc record = state(collection, row, notBefore);
                    if (record != null && matches(source.key(), record, key)) {
                        found.put(key, record);
                    }
                }
            }
            return found;
        });
    }

    private static boolean matches(KeyPattern pattern, Doc record, SourceKey key) {
        return pattern.match(record).equals(Optional.of(key));
    }

    private @Nullable Doc state(MemoryCollection collection, Row row, Optional<Position> notBefore) {
        StaleReads stale = connector.settings().staleReads();
        Position asOf = stale.asOf(collection.ref, row.key, notBefore);
        if (asOf == null) {
            return row.record;
        }
        Position honoured = notBefore
                .filter(least -> stale.honoursNotBefore() && least.compareTo(asOf) > 0)
                .orElse(asOf);
        Optional<Optional<Doc>> then = connector.store().log.asOf(collection.ref, row.key, honoured);
        return then.isEmpty() ? row.record : then.get().orElse(null);
    }

    @Override
    public List<Segment> segments(Source source, int wanted) {
        return Scans.segments(wanted);
    }

    @Override
    public Page scan(Source source, Segment segment, @Nullable Cursor after, int limit) {
        return connector.run(Operation.SCAN_SOURCES, () -> {
            MemoryCollection collection = connector.collection(source.at());
            List<Row> rows = Scans.rows(collection, segment, after, limit);
            List<Doc> records = new ArrayList<>();
            for (Row row : rows) {
                if (row.record != null) {
                    records.add(row.record);
                }
            }
            return new Page(records, Scans.next(rows, limit));
        });
    }
}
