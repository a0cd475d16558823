package dev.lockstep.store;

import dev.lockstep.change.Position;
import dev.lockstep.registry.Source;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.value.Doc;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads sources. Records come with all attributes that the source's model watches, at least; the caller applies
 * {@code where} and {@code deletedWhen}. Idempotent.
 */
public interface RecordReader {
    /**
     * A strong read of many (rule R10): what it returns includes every change that was acknowledged to its writer
     * before the call, and every change up to {@code notBefore}. A TRANSIENT failure says that the store is not there
     * yet.
     *
     * @param source whose key pattern finds the records, by the primary key or a unique index
     * @param keys at most 1,000
     * @param notBefore a position of the source's stream, or empty
     * @return the records that exist, by key
     */
    Map<SourceKey, Doc> read(Source source, Collection<SourceKey> keys, Optional<Position> notBefore);

    /** Parts of the source's collection for a scan, about {@code wanted} of them. */
    List<Segment> segments(Source source, int wanted);

    /** Walks a segment in pages of at most {@code limit} records; each record strongly read. */
    Page scan(Source source, Segment segment, @Nullable Cursor after, int limit);

    /**
     * A page of records.
     *
     * @param records the records, some of which may not match the source's key pattern
     * @param next where to go on, empty at the end
     */
    record Page(List<Doc> records, Optional<Cursor> next) {
        public Page {
            records = List.copyOf(records);
        }
    }
}
