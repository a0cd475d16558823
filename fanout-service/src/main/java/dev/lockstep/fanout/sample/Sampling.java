package dev.lockstep.fanout.sample;

import dev.lockstep.change.RecordKey;
import dev.lockstep.drift.CheckOutcome;
import dev.lockstep.drift.CheckRun;
import dev.lockstep.drift.Detection;
import dev.lockstep.drift.DetectionRules;
import dev.lockstep.drift.Drift;
import dev.lockstep.drift.FindingLog;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.store.CopyState;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One sample of one copy definition: drawn, compared, suspects looked at again after the grace period, result kept.
 * Copies that were found wrong before are looked at again too, which closes their findings once they are right; they do
 * not count in the measurement.
 */
final class Sampling {
    /** A fan-out that is behind is waited for much longer than usual, so that lag is not called drift. */
    private static final int LOOKS_WHILE_BEHIND = 60;

    private enum Phase {
        DRAW,
        DETECT,
        LOOK_AGAIN,
        DONE
    }

    private final SamplerParts parts;
    private final ActiveModel active;
    private final CopyDefinition definition;
    private final Target target;
    private final FindingLog log;
    private final Detection detection;
    private Phase phase = Phase.DRAW;
    private @Nullable CheckRun again;
    private Set<RecordKey> before = Set.of();

    Sampling(SamplerParts parts, ActiveModel active, CopyDefinition definition, Target target) {
        this.parts = parts;
        this.active = active;
        this.definition = definition;
        this.target = target;
        this.log = new FindingLog(parts.findings(), definition);
        boolean streamed = definition.copy().strategy() == Copy.Strategy.STREAM;
        DetectionRules rules = DetectionRules.after(parts.grace());
        this.detection = new Detection(
                parts.check(),
                active,
                definition,
                streamed
                        ? new DetectionRules(
                                parts.grace(),
                                LOOKS_WHILE_BEHIND,
                                parts.settled().apply(active),
                                true)
                        : rules,
                parts.clock());
    }

    /** False when there is nothing to do before a suspect is due, or nothing at all. */
    boolean step() {
        return switch (phase) {
            case DRAW -> draw();
            case DETECT -> detect();
            case LOOK_AGAIN -> lookAgain();
            case DONE -> false;
        };
    }

    boolean isDone() {
        return phase == Phase.DONE;
    }

    private boolean draw() {
        List<CopyState> sample =
                parts.check().stores().copies(definition.copy().at().store()).sample(definition, Plan.size(definition));
        detection.add(sample);
        phase = Phase.DETECT;
        return true;
    }

    private boolean detect() {
        boolean worked = detection.step();
        if (detection.isDone()) {
            conclude();
            return true;
        }
        return worked;
    }

    private void conclude() {
        Instant now = parts.clock().instant();
        before = new HashSet<>(target.known);
        for (Drift drift : detection.drain()) {
            log.found(drift);
            target.wrong(drift.record());
            before.remove(drift.record());
        }
        target.pool.add(detection.tally().drifted(), detection.tally().compared(), now);
        if (target.pool.compared() > 0) {
            log.sampled(target.pool.wrong(), target.pool.compared(), now);
        }
        phase = before.isEmpty() ? Phase.DONE : Phase.LOOK_AGAIN;
    }

    private boolean lookAgain() {
        CheckRun run =
                again == null ? new CheckRun(parts.check(), active, definition, before, CheckRun.Goal.LOOK) : again;
        again = run;
        run.step();
        if (run.isDone()) {
            closeWhatIsRight(run.outcomes());
            phase = Phase.DONE;
        }
        return true;
    }

    private void closeWhatIsRight(List<CheckOutcome> outcomes) {
        Set<RecordKey> right = new HashSet<>(before);
        Set<RecordKey> gone = new HashSet<>(before);
        for (CheckOutcome outcome : outcomes) {
            gone.remove(outcome.record());
            if (!outcome.kind().isRight()) {
                right.remove(outcome.record());
            }
        }
        right.removeAll(gone);
        Instant now = parts.clock().instant();
        right.forEach(record -> log.closed(record, "clean", now));
        gone.forEach(record -> log.closed(record, "gone", now));
        target.known.removeAll(right);
        target.known.removeAll(gone);
    }
}
