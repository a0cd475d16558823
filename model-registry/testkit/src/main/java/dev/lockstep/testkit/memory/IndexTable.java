package dev.lockstep.testkit.memory;

import dev.lockstep.value.Doc;
import dev.lockstep.value.Value;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The entries of one index; what it shows of a row changes only when the row is shown again. */
final class IndexTable {
    private static final NavigableMap<String, Row> NOTHING = new TreeMap<>();

    private final MemoryIndex index;
    private final Map<String, NavigableMap<String, Row>> entries = new HashMap<>();
    private final Map<Row, List<String>> shown = new IdentityHashMap<>();

    IndexTable(MemoryIndex index) {
        this.index = index;
    }

    MemoryIndex index() {
        return index;
    }

    void show(Row row) {
        Doc record = row.record;
        List<String> now = record == null ? List.of() : IndexKeys.keysOf(record, index.paths());
        List<String> before = shown.getOrDefault(row, List.of());
        if (now.equals(before)) {
            return;
        }
        for (String key : before) {
            NavigableMap<String, Row> rows = entries.get(key);
            if (rows != null) {
                rows.remove(row.id);
            }
        }
        for (String key : now) {
            entries.computeIfAbsent(key, k -> new TreeMap<>()).put(row.id, row);
        }
        shown.put(row, now);
    }

    NavigableMap<String, Row> rows(List<Value> leading) {
        return entries.getOrDefault(IndexKeys.keyOf(leading), NOTHING);
    }

    void clear() {
        entries.clear();
        shown.clear();
    }
}
