package dev.lockstep.repair.fix;

import dev.lockstep.change.RecordKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What a fix came to, by copy.
 *
 * @param fixed written, and right now
 * @param rightByNow right already when they were to be written, or no copies any more
 * @param left still wrong
 */
public record FixResult(List<RecordKey> fixed, List<RecordKey> rightByNow, List<Left> left) {
    /** A copy that is still wrong, and why, for people. */
    public record Left(RecordKey record, String why) {}

    public FixResult {
        fixed = List.copyOf(fixed);
        rightByNow = List.copyOf(rightByNow);
        left = List.copyOf(left);
    }

    /** Nothing was to be done. */
    public static FixResult none() {
        return new FixResult(List.of(), List.of(), List.of());
    }

    static <T> List<T> join(List<T> a, List<T> b) {
        List<T> joined = new ArrayList<>(a);
        joined.addAll(b);
        return joined;
    }

    /** Both. */
    public FixResult plus(FixResult other) {
        return new FixResult(join(fixed, other.fixed), join(rightByNow, other.rightByNow), join(left, other.left));
    }
}
