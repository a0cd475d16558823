package dev.lockstep.repair.scan;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.Detection;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.DriftKind;
import dev.lockstep.drift.Tally;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One part while it is read and until its last suspect has its verdict; a part that takes long is cut short. */
final class PartScan {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int LARGEST = 20_000;

    final Part part;
    private final Detection detection;
    private final Absences absences;
    private final Instant begun;
    private final Map<DriftKind, Long> byKind = new EnumMap<>(DriftKind.class);
    private final List<RecordKey> wrong = new ArrayList<>();
    private @Nullable Cursor cursor;
    private boolean read;
    private int copies;

    PartScan(Part part, Detection detection, Absences absences, Instant begun) {
        this.part = part;
        this.detection = detection;
        this.absences = absences;
        this.begun = begun;
        this.cursor = part.from();
    }

    @Nullable
    Cursor cursor() {
        return cursor;
    }

    /** Takes in the next page of the copies' collection. */
    void add(CopyPage page, Instant now) {
        detection.add(page.copies());
        copies += page.copies().size();
        goOn(page.next().orElse(null), now);
    }

    /** Takes in what a walk over the sources found. */
    void add(SourceWalk.Found found, SourceWalk walk, Instant now) {
        detection.add(found.copies());
        found.without().ifPresent(absences::add);
        copies += Math.max(1, found.copies().size());
        if (walk.isBetweenSources()) {
            goOn(walk.after(), now);
        }
    }

    private void goOn(@Nullable Cursor next, Instant now) {
        cursor = next;
        read = next == null || copies >= LARGEST || now.isAfter(begun.plus(LONGEST));
    }

    /** Looks at what is due; false when there is nothing to do now. */
    boolean step() {
        return detection.step() || absences.step();
    }

    boolean hasRoom() {
        return detection.hasRoom() && absences.hasRoom();
    }

    /** True when no more pages are wanted. */
    boolean isRead() {
        return read;
    }

    /** True when everything that was taken in has its verdict. */
    boolean isSettled() {
        return detection.isDone() && absences.isDone();
    }

    Stream<Instant> nextDue() {
        return Stream.concat(detection.nextDue().stream(), absences.nextDue().stream());
    }

    /** Drift that was found since the last call, which is counted. */
    List<Drift> drain() {
        List<Drift> drained = Stream.concat(detection.drain().stream(), absences.drain().stream())
                .toList();
        for (Drift drift : drained) {
            if (!drift.tolerated()) {
                byKind.merge(drift.kind(), 1L, Long::sum);
                if (drift.kind().isFixable()) {
                    wrong.add(drift.record());
                }
            }
        }
        return drained;
    }

    PartResult result() {
        long absent = byKind.getOrDefault(DriftKind.ABSENT, 0L);
        return new PartResult(detection.tally().plus(new Tally(0, 0, 0, absent, 0, 0, 0, 0, 0)), byKind);
    }

    Scan.Ended ended() {
        return new Scan.Ended(part, result(), wrong, Optional.ofNullable(cursor));
    }
}
