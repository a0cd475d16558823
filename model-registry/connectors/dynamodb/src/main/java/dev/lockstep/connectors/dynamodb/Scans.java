package dev.lockstep.connectors.dynamodb;

import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Parts of a parallel scan, as texts {@code 2/8}. The service cuts a table in up to 1,000,000. */
final class Scans {
    private static final int MOST = 1_000_000;

    private Scans() {}

    static List<Segment> segments(int wanted) {
        int parts = Math.max(1, Math.min(wanted, MOST));
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            segments.add(new Segment(i + "/" + parts));
        }
        return segments;
    }

    static Consumer<ScanRequest.Builder> part(Segment segment, @Nullable Cursor after, int limit) {
        String[] part = segment.token().split("/");
        return scan -> scan.segment(Integer.parseInt(part[0]))
                .totalSegments(Integer.parseInt(part[1]))
                .limit(limit)
                .exclusiveStartKey(CursorText.key(after));
    }
}
