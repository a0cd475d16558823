package dev.lockstep.repair.scan;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.Detection;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.store.CopyStore.CopyPage;
import dev.lockstep.store.Cursor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One part while it is read and until its last suspect has its verdict; a part that takes long is cut short. */
final class PartScan {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int LARGEST = 20_000;

    final Part part;
    final Detection detection;
    private final Instant begun;
    private final Map<DriftKind, Long> byKind = new EnumMap<>(DriftKind.class);
    private final List<RecordKey> wrong = new ArrayList<>();
    private @Nullable Cursor cursor;
    private boolean read;
    private int copies;

    PartScan(Part part, Detection detection, Instant begun) {
        this.part = part;
        this.detection = detection;
        this.begun = begun;
        this.cursor = part.from();
    }

    @Nullable
    Cursor cursor() {
        return cursor;
    }

    /** Takes in the next page. */
    void add(CopyPage page, Instant now) {
        detection.add(page.copies());
        copies += page.copies().size();
        cursor = page.next().orElse(null);
        read = cursor == null || copies >= LARGEST || now.isAfter(begun.plus(LONGEST));
    }

    /** True when no more pages are wanted. */
    boolean isRead() {
        return read;
    }

    /** Drift that was found since the last call, which is counted. */
    List<Drift> drain() {
        List<Drift> drained = detection.drain();
        for (Drift drift : drained) {
            if (!drift.tolerated()) {
                byKind.merge(drift.kind(), 1L, Long::sum);
                if (drift.kind() != DriftKind.ORPHANED) {
                    wrong.add(drift.record());
                }
            }
        }
        return drained;
    }

    PartResult result() {
        return new PartResult(detection.tally(), byKind);
    }

    Scan.Ended ended() {
        return new Scan.Ended(part, result(), wrong, Optional.ofNullable(cursor));
    }
}
