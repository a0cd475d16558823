package dev.lockstep.fanout.watch;

import dev.lockstep.fanout.run.Step;
import java.util.List;
import java.util.stream.IntStream;

/** Makes the parts of the copy watch. */
public final class Watching {
    private Watching() {}

    /** The rule of production. */
    public static WatchRule ownWrites(String labelPrefix) {
        return new OwnWriteRule(labelPrefix);
    }

    /** So many checkers of one queue, each for a thread of its own, with pages of at most {@code most} copies. */
    public static List<Step> checkers(int count, CheckerParts parts, CheckQueue queue, int most) {
        Contested contested = new Contested();
        return IntStream.range(0, count)
                .<Step>mapToObj(i -> new Checker(parts, queue, contested, most))
                .toList();
    }
}
