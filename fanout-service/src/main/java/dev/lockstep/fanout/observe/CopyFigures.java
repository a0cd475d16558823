package dev.lockstep.fanout.observe;

import dev.lockstep.fanout.control.PipelineStatus.CopyProgress;
import dev.lockstep.registry.CopyDefinition;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.FindingStore.OpenFindings;
import java.util.Optional;

/**
 * What is known about one copy definition.
 *
 * @param definition the definition
 * @param progress figures since start, empty when the model does not run here
 * @param measurement the newest drift measurement, empty when there was none yet
 * @param findings open findings, empty when there are none
 * @param deadLetters open dead letters
 */
public record CopyFigures(
        CopyDefinition definition,
        Optional<CopyProgress> progress,
        Optional<Measurement> measurement,
        Optional<OpenFindings> findings,
        long deadLetters) {
    /** Share of wrong copies in the newest measurement, 0 to 1; empty when nothing was compared. */
    public Optional<Double> driftRatio() {
        return measurement
                .filter(measured -> measured.compared() > 0)
                .map(measured -> (double) measured.wrong() / measured.compared());
    }
}
