package dev.lockstep.repair.run;

import dev.lockstep.registry.ActiveModel;
import dev.lockstep.repair.command.Command;
import dev.lockstep.repair.command.Cover;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.RunStore.Run;
import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Begins a run, or goes on with one: that was asked for, was confirmed, or whose process ended before its time. A run
 * goes on only in the revision and with the copy definitions that it began with, and only while what it has proved is
 * not too old.
 */
final class Runs {
    private static final Duration GOES_ON_WITHIN = Duration.ofHours(12);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Set<String> CAN_GO_ON = Set.of("REQUESTED", "RUNNING", "CANCELLED", "CONFIRMED");
    private static final int RECENT = 50;

    private final StateStore state;
    private final ActiveModel active;
    private final Command command;
    private final Clock clock;
    private final Stop stop;
    private final String owner = "repair-job/" + UUID.randomUUID();

    Runs(StateStore state, ActiveModel active, RunParts parts) {
        this.state = state;
        this.active = active;
        this.command = parts.command();
        this.clock = parts.clock();
        this.stop = parts.stop();
    }

    RunRecord begin() {
        Optional<Run> newest = newest();
        if (newest.isPresent() && goesOn(newest.get())) {
            Optional<Lease> lease = await(newest.get().id());
            Optional<Run> now = state.runs().find(newest.get().id()).filter(this::goesOn);
            if (lease.isEmpty()) {
                throw new StateException(
                        "Could not begin: run " + newest.get().id() + " of model " + active.name()
                                + " is under way in another process. Nothing was done; see its result there.",
                        null);
            }
            if (now.isPresent()) {
                return goOn(now.get(), lease.get());
            }
            state.leases().release(lease.get());
        }
        newest.filter(run -> !run.status().equals("SUCCEEDED")).ifPresent(this::giveUp);
        return fresh();
    }

    private Optional<Run> newest() {
        return state.runs().list(Optional.of(active.name()), 0, RECENT).stream()
                .filter(run -> run.kind().equals(command.mode().text()))
                .findFirst();
    }

    private boolean goesOn(Run run) {
        boolean same = run.cursor() == null || identity().equals(run.cursor());
        boolean young = run.startedAt().isAfter(clock.instant().minus(GOES_ON_WITHIN))
                || run.status().equals("CONFIRMED");
        return CAN_GO_ON.contains(run.status()) && same && young && (!command.fresh() || isHeld(run));
    }

    /** A run that is under way elsewhere is not begun anew beside it. */
    private boolean isHeld(Run run) {
        return state.leases().owner(Job.lease(run.id())).isPresent();
    }

    private String identity() {
        return "revision " + active.revision() + ", epoch " + active.epoch().number() + ", copies "
                + command.copies().stream().map(Object::toString).sorted().collect(Collectors.joining(","))
                + (command.cover() == Cover.COPIES ? "" : ", by sources");
    }

    private Optional<Lease> await(long run) {
        Instant giveUp = clock.instant().plus(RunRecord.LEASE).plus(LOOK_AGAIN);
        Optional<Lease> lease = state.leases().acquire(Job.lease(run), owner, RunRecord.LEASE);
        while (lease.isEmpty() && clock.instant().isBefore(giveUp)) {
            stop.check();
            stop.await(LOOK_AGAIN);
            lease = state.leases().acquire(Job.lease(run), owner, RunRecord.LEASE);
        }
        return lease;
    }

    private RunRecord goOn(Run run, Lease lease) {
        Instant from = run.status().equals("REQUESTED") ? clock.instant() : run.startedAt();
        return record(running(run, from), lease, run.status().equals("CONFIRMED"));
    }

    private RunRecord fresh() {
        Run run = state.runs().start(active.name(), command.mode().text(), clock.instant());
        Lease lease = state.leases()
                .acquire(Job.lease(run.id()), owner, RunRecord.LEASE)
                .orElseThrow(() -> new TakenOver(run.id()));
        return record(running(run, run.startedAt()), lease, false);
    }

    private RunRecord record(Run run, Lease lease, boolean confirmed) {
        state.runs().update(run);
        return new RunRecord(state, clock, run, lease, confirmed);
    }

    private Run running(Run run, Instant from) {
        return new Run(
                run.id(),
                run.model(),
                run.kind(),
                "RUNNING",
                run.scanned(),
                run.found(),
                run.fixed(),
                run.skipped(),
                identity(),
                null,
                from,
                null);
    }

    /** What an older run waits for is overtaken by the one that begins now. */
    private void giveUp(Run run) {
        if (List.of("RUNNING", "REQUESTED", "AWAITING_CONFIRMATION", "CONFIRMED")
                .contains(run.status())) {
            state.runs()
                    .update(new Run(
                            run.id(),
                            run.model(),
                            run.kind(),
                            "CANCELLED",
                            run.scanned(),
                            run.found(),
                            run.fixed(),
                            run.skipped(),
                            null,
                            run.report(),
                            run.startedAt(),
                            clock.instant()));
        }
        state.segments().forget(run.id());
    }
}
