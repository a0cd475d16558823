package dev.lockstep.fanout.registration;

import dev.lockstep.fanout.problem.Refused;
import dev.lockstep.state.FindingStore.Finding;
import dev.lockstep.state.ModelStore.AuditEntry;
import dev.lockstep.state.StateStore;
import dev.lockstep.state.TaskStore.Part;
import dev.lockstep.state.TaskStore.State;
import dev.lockstep.state.TaskStore.Task;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What operators do with large fan-outs. Each refuses with 404 one that is over. */
@Component
public class LargeFanoutOperations {
    private final StateStore state;
    private final Clock clock;

    LargeFanoutOperations(StateStore state, Clock clock) {
        this.state = state;
        this.clock = clock;
    }

    /** Stops writing; newer changes of the source are merged into it. */
    public Task pause(long id, String author, @Nullable String reason) {
        return change(id, State.PAUSED, "pause-task", author, reason);
    }

    /** Goes on where it was. */
    public Task resume(long id, String author, @Nullable String reason) {
        return change(id, State.RUNNING, "resume-task", author, reason);
    }

    private Task change(long id, State to, String action, String author, @Nullable String reason) {
        Task task = require(id);
        if (task.state() != to) {
            state.tasks().setState(id, to);
            audit(action, task, author, reason);
        }
        return require(id);
    }

    /** Gives it up: the copies that it has not written stay as they are, which is a finding. */
    public void cancel(long id, String author, @Nullable String reason) {
        Task task = require(id);
        Instant now = clock.instant();
        for (Part part : task.parts()) {
            if (!part.isOver(task.generation())) {
                state.findings()
                        .report(new Finding(
                                0,
                                task.model(),
                                part.copy(),
                                "stale",
                                "*",
                                task.key(),
                                null,
                                null,
                                null,
                                "A large fan-out was cancelled after " + part.applied() + " copies",
                                task.committedAt(),
                                now));
            }
        }
        audit("cancel-task", task, author, reason);
        state.tasks().cancel(id);
    }

    private Task require(long id) {
        return state.tasks()
                .find(id)
                .orElseThrow(() -> Refused.notFound("There is no large fan-out " + id + ", or it is over."));
    }

    private void audit(String action, Task task, String author, @Nullable String reason) {
        state.models()
                .audit(new AuditEntry(
                        0, clock.instant(), author, action, "task " + task.id() + " of model " + task.model(), reason));
    }
}
