package dev.lockstep.testkit.memory;

import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Walks collections in parts: a record is in the part that its key's hash names, so parts never move. */
final class Scans {
    private Scans() {}

    static List<Segment> segments(int wanted) {
        int parts = Math.max(1, wanted);
        return IntStream.range(0, parts)
                .mapToObj(i -> new Segment(i + "/" + parts))
                .toList();
    }

    static List<Row> rows(MemoryCollection collection, Segment segment, @Nullable Cursor after, int limit) {
        String[] part = segment.token().split("/", 2);
        int index = Integer.parseInt(part[0]);
        int parts = Integer.parseInt(part[1]);
        List<Row> rows = new ArrayList<>();
        Iterable<Row> rest = (after == null ? collection.rows : collection.rows.tailMap(after.token(), false)).values();
        for (Row row : rest) {
            if (rows.size() == limit) {
                break;
            }
            if (row.record != null && Math.floorMod(row.id.hashCode(), parts) == index) {
                rows.add(row);
            }
        }
        return rows;
    }

    static Optional<Cursor> next(List<Row> rows, int limit) {
        return rows.size() < limit ? Optional.empty() : Optional.of(new Cursor(rows.get(rows.size() - 1).id));
    }
}
