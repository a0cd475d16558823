package dev.lockstep.repair.schedule;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.Copy;
import dev.lockstep.registry.ModelState;
import dev.lockstep.repair.run.Job;
import dev.lockstep.state.GapStore.Gap;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a model's repair is due. It follows from the runs that the state store keeps, so a scheduler that was off, or
 * is started anew all the time, catches up what was missed, once.
 */
final class Due {
    private static final Duration AFTER_A_FAILURE = Duration.ofMinutes(10);
    private static final Set<String> ASKED_FOR = Set.of("REQUESTED", "CONFIRMED");
    private static final Set<String> ENDED = Set.of("SUCCEEDED", "AWAITING_CONFIRMATION", "FAILED");
    private static final int RECENT = 50;

    private final StateStore state;

    Due(StateStore state) {
        this.state = state;
    }

    boolean isDue(ActiveModel active, Instant now) {
        List<Run> runs = state.runs().list(Optional.of(active.name()), 0, RECENT).stream()
                .filter(run -> run.kind().equals("repair"))
                .toList();
        Optional<Run> newest = runs.stream().findFirst();
        if (newest.filter(run -> ASKED_FOR.contains(run.status())).isPresent()) {
            return true;
        }
        if (newest.filter(this::isUnderWay).isPresent() || active.state() == ModelState.FILLING) {
            return false;
        }
        boolean interrupted =
                newest.filter(run -> run.status().equals("RUNNING")).isPresent();
        Optional<Run> last =
                runs.stream().filter(run -> ENDED.contains(run.status())).findFirst();
        return interrupted || hasNewGap(active, last) || isOverdue(active, last, now);
    }

    private boolean isUnderWay(Run run) {
        return run.status().equals("RUNNING")
                && state.leases().owner(Job.lease(run.id())).isPresent();
    }

    /**
     * The running service checks the copies that it streams to by itself; of others, it can only say that they are
     * unproved.
     */
    private boolean hasNewGap(ActiveModel active, Optional<Run> last) {
        if (!active.model().streamed().isEmpty()) {
            return false;
        }
        return state.gaps().openOf(active.name()).stream()
                .map(Gap::openedAt)
                .anyMatch(opened -> last.isEmpty() || opened.isAfter(last.get().startedAt()));
    }

    private static boolean isOverdue(ActiveModel active, Optional<Run> last, Instant now) {
        Optional<Duration> every = active.model().copies().stream()
                .map(Copy::repair)
                .filter(Objects::nonNull)
                .map(Copy.RepairPlan::full)
                .filter(Objects::nonNull)
                .min(Duration::compareTo);
        if (every.isEmpty() || last.isEmpty()) {
            return every.isPresent();
        }
        Run run = last.get();
        boolean failed = run.status().equals("FAILED");
        Duration wait = failed && AFTER_A_FAILURE.compareTo(every.get()) < 0 ? AFTER_A_FAILURE : every.get();
        Instant ended = run.endedAt();
        Instant from = failed && ended != null ? ended : run.startedAt();
        return !from.plus(wait).isAfter(now);
    }
}
