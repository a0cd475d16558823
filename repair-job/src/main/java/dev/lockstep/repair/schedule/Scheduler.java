package dev.lockstep.repair.schedule;

import dev.lockstep.repair.load.CouldNotLoad;
import dev.lockstep.repair.load.Target;
import dev.lockstep.repair.load.Targets;
import dev.lockstep.repair.report.JobReport;
import dev.lockstep.repair.run.Job;
import dev.lockstep.repair.run.RunParts;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.RunStore;
import dev.lockstep.state.StateException;
import dev.lockstep.state.StateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the repairs that are due, one after the other, for as long as the process runs. Of several schedulers one
 * works, by a lease; the others take over when it ends. One thread.
 */
public final class Scheduler {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration RENEW = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** What a scheduler tells, to people. */
    public interface Told {
        /** A run has ended. */
        void ended(JobReport report);

        /** Something that keeps it from its work; told once for each time it changes. */
        void trouble(String what);
    }

    private final RunParts parts;
    private final StateStore state;
    private final Supplier<Targets.Loaded> models;
    private final Told told;
    private final Due due;
    private final String owner = "scheduler/" + UUID.randomUUID();
    private @Nullable Lease lease;
    private Instant renewedAt = Instant.MIN;
    private String trouble = "";

    /**
     * A scheduler; nothing is read before {@link #run} or {@link #look}.
     *
     * @param parts what its runs work with
     * @param models the models of now
     */
    public Scheduler(RunParts parts, StateStore state, Supplier<Targets.Loaded> models, Told told) {
        this.parts = parts.whileAlive(this::renew);
        this.state = state;
        this.models = models;
        this.told = told;
        this.due = new Due(state);
    }

    /** Runs until it is asked to stop. */
    public void run() {
        while (!parts.stop().isAsked()) {
            look();
            parts.stop().pause(LOOK);
        }
        Lease held = lease;
        if (held != null) {
            state.leases().release(held);
        }
    }

    /** Looks once, and makes every run that is due; returns how many. Does nothing while another scheduler works. */
    public int look() {
        try {
            if (!stillHolds() || parts.isBlackedOut()) {
                return 0;
            }
            int runs = 0;
            for (Target target : models.get().targets()) {
                boolean goesOn = !parts.stop().isAsked() && stillHolds() && !parts.isBlackedOut();
                if (goesOn && due.isDue(target.active(), parts.clock().instant())) {
                    told.ended(new Job(parts).run(List.of(target), List.of()));
                    runs++;
                }
            }
            trouble("");
            return runs;
        } catch (CouldNotLoad e) {
            trouble(String.join(" ", e.problems()));
        } catch (StateException e) {
            trouble(String.valueOf(e.getMessage()));
        }
        return 0;
    }

    private void trouble(String now) {
        if (!now.isEmpty() && !now.equals(trouble)) {
            told.trouble(now);
        }
        trouble = now;
    }

    private boolean stillHolds() {
        renew();
        return lease != null;
    }

    private void renew() {
        Instant now = parts.clock().instant();
        if (lease == null || !now.isBefore(renewedAt.plus(RENEW))) {
            lease = state.leases().acquire(RunStore.SCHEDULER, owner, LEASE).orElse(null);
            renewedAt = now;
        }
    }
}
