package dev.lockstep.repair.fix;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckParts;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.repair.fix.FixResult.Left;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts copies right by a check of exactly these (rules R3 and R7), as a step machine: whatever has become newer in the
 * meantime wins. A step that throws StoreException may be made again.
 */
public final class Fix {
    private final CheckRun run;
    private final Collection<RecordKey> records;

    /** A fix of at most 1,000 copies. */
    public Fix(CheckParts parts, ActiveModel active, CopyDefinition definition, Collection<RecordKey> records) {
        this.records = List.copyOf(records);
        this.run = new CheckRun(parts, active, definition, this.records, CheckRun.Goal.FIX);
    }

    /** Makes one step; false when there was nothing left to do. */
    public boolean step() {
        return run.step();
    }

    /** What came of it, once there is nothing left to do. With elements, the worst outcome of a record counts. */
    public FixResult result() {
        Map<RecordKey, List<CheckOutcome>> outcomes = new LinkedHashMap<>();
        records.forEach(record -> outcomes.put(record, new ArrayList<>()));
        run.outcomes()
                .forEach(outcome -> outcomes.computeIfAbsent(outcome.record(), record -> new ArrayList<>())
                        .add(outcome));
        List<RecordKey> fixed = new ArrayList<>();
        List<RecordKey> rightByNow = new ArrayList<>();
        List<Left> left = new ArrayList<>();
        outcomes.forEach((record, ofRecord) -> {
            List<String> whys = ofRecord.stream()
                    .map(Fix::why)
                    .filter(why -> !why.isEmpty())
                    .toList();
            if (!whys.isEmpty()) {
                left.add(new Left(record, whys.get(0)));
            } else if (ofRecord.stream().anyMatch(outcome -> outcome.kind() == CheckOutcome.Kind.FIXED)) {
                fixed.add(record);
            } else {
                rightByNow.add(record);
            }
        });
        return new FixResult(fixed, rightByNow, left);
    }

    /** Why a copy is still wrong; empty when it is right or no copy. */
    private static String why(CheckOutcome outcome) {
        return switch (outcome.kind()) {
            case EQUAL, RELABELLED, FIXED, NO_POINTER, OUT_OF_SCOPE -> "";
            case DIFFERENT -> "it was not written";
            case ORPHANED -> "its source is gone, and a repair never deletes";
            case NEWER_FORMAT -> "a newer release labelled it; use that release";
            case SUPERSEDED -> "the model was revised during the run; run again";
            case CONFLICT -> "it changed faster than it could be written; run again";
            case FAILED ->
                outcome.cause() == null
                        ? "the store refused it"
                        : String.valueOf(outcome.cause().getMessage());
        };
    }
}
