package dev.lockstep.fanout.observe;

import dev.lockstep.fanout.control.PipelineStatus.ModelProgress;
import dev.lockstep.fanout.registration.Registered;
import dev.lockstep.state.DeleteStore;
import dev.lockstep.state.FindingStore.Measurement;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known about one model.
 *
 * @param registered the model
 * @param progress figures since start, empty when the model does not run here
 * @param captureLag the largest lag of the source store's streams, empty without a stream
 * @param openGaps open gaps
 * @param deletes deletes of sources that wait and are held
 * @param tasks large fan-outs that run and are paused
 * @param lastRun the newest run, of any kind
 * @param lastRepair when a full check or repair last succeeded
 * @param copies its copy definitions
 * @param chains the ways in which values travel over several models through this one
 */
public record ModelFigures(
        Registered registered,
        Optional<ModelProgress> progress,
        Optional<Duration> captureLag,
        List<Gap> openGaps,
        DeleteStore.Counts deletes,
        TaskStore.Counts tasks,
        Optional<Run> lastRun,
        Optional<Instant> lastRepair,
        List<CopyFigures> copies,
        List<ChainFigures> chains) {
    public ModelFigures {
        openGaps = List.copyOf(openGaps);
        copies = List.copyOf(copies);
        chains = List.copyOf(chains);
    }

    ModelFigures in(List<ChainFigures> known) {
        return new ModelFigures(
                registered, progress, captureLag, openGaps, deletes, tasks, lastRun, lastRepair, copies, known);
    }

    /** The time up to which all copies are known right: the earliest of the copy definitions', if each has one. */
    public Optional<Instant> verifiedThrough() {
        List<Instant> each = copies.stream()
                .flatMap(copy -> copy.measurement().map(Measurement::verifiedThrough).stream())
                .toList();
        return each.size() == copies.size() ? each.stream().min(Instant::compareTo) : Optional.empty();
    }

    /** Open dead letters of all copies. */
    public long deadLetters() {
        return copies.stream().mapToLong(CopyFigures::deadLetters).sum();
    }
}
