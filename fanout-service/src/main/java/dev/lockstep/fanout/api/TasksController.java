package dev.lockstep.fanout.api;

import dev.lockstep.fanout.api.Paging.Page;
import dev.lockstep.fanout.observe.TaskView;
import dev.lockstep.fanout.registration.LargeFanoutOperations;
import dev.lockstep.fanout.security.Caller;
import dev.lockstep.state.StateStore;
import dev.lockstep.state.TaskStore.Task;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Large fan-outs. */
@RestController
class TasksController {
    private final StateStore state;
    private final LargeFanoutOperations operations;
    private final Caller caller;
    private final Clock clock;

    TasksController(StateStore state, LargeFanoutOperations operations, Caller caller, Clock clock) {
        this.state = state;
        this.operations = operations;
        this.caller = caller;
        this.clock = clock;
    }

    @Operation(summary = "Large fan-outs that are under way, oldest first, with their progress")
    @GetMapping("/api/v1/tasks")
    Page<TaskView> tasks(
            @RequestParam(required = false) @Nullable String cursor, @RequestParam(defaultValue = "100") int limit) {
        Instant now = clock.instant();
        return Paging.page(
                state.tasks().page(Paging.number(cursor), Paging.limit(limit) + 1),
                limit,
                task -> TaskView.of(task, now),
                Task::id);
    }

    @Operation(summary = "Pause a large fan-out; newer changes of its source wait with it")
    @PostMapping("/api/v1/tasks/{id}/pause")
    TaskView pause(@PathVariable long id, @RequestBody(required = false) @Nullable Reason reason) {
        return TaskView.of(operations.pause(id, caller.name(), Reason.of(reason)), clock.instant());
    }

    @Operation(summary = "Let a paused large fan-out go on where it was")
    @PostMapping("/api/v1/tasks/{id}/resume")
    TaskView resume(@PathVariable long id, @RequestBody(required = false) @Nullable Reason reason) {
        return TaskView.of(operations.resume(id, caller.name(), Reason.of(reason)), clock.instant());
    }

    @Operation(
            summary = "Give a large fan-out up; copies that it has not written stay as they are and become a finding")
    @PostMapping("/api/v1/tasks/{id}/cancel")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void cancel(@PathVariable long id, @RequestBody(required = false) @Nullable Reason reason) {
        operations.cancel(id, caller.name(), Reason.of(reason));
    }
}
