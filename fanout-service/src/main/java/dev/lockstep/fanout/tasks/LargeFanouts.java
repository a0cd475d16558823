package dev.lockstep.fanout.tasks;

import dev.lockstep.fanout.run.Step;
import dev.lockstep.registry.ActiveModel;
import dev.lockstep.registry.ModelState;
import dev.lockstep.registry.SourceKey;
import dev.lockstep.state.StateException;
import dev.lockstep.state.TaskStore.State;
import dev.lockstep.state.TaskStore.Task;
import dev.lockstep.state.WaitingKeyStore.WaitingKey;
import dev.lockstep.store.StoreException;
import dev.lockstep.value.Doc;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries on large fan-outs. A page is two steps, the look at the task and the write, and each task has its turn before
 * any has another, so that none waits for the end of another. A task that fails keeps its row and rests; nothing waits
 * for it but its own copies.
 */
public final class LargeFanouts implements Step {
    private static final Logger log = LoggerFactory.getLogger(LargeFanouts.class);
    private static final int PAGE = 100;

    /** A task that rests after failures. */
    private record Rest(Instant until, int failures) {
        static final Rest NONE = new Rest(Instant.MIN, 0);
    }

    private final TaskParts parts;
    private final Map<Long, Reading> readings = new HashMap<>();
    private final Map<Long, Rest> resting = new HashMap<>();
    /** Tasks whose turn is still to come in this round. */
    private final Deque<Long> turn = new ArrayDeque<>();

    private @Nullable OnePage current;

    private Rest state = Rest.NONE;

    /** Has nothing to do yet. */
    public LargeFanouts(TaskParts parts) {
        this.parts = parts;
    }

    @Override
    public Outcome step() {
        if (parts.clock().instant().isBefore(state.until())) {
            return Outcome.IDLE;
        }
        try {
            boolean worked = once();
            state = Rest.NONE;
            return worked ? Outcome.WORKED : Outcome.IDLE;
        } catch (StateException e) {
            current = null;
            state = after(state);
            log.debug("Could not go on with a large fan-out: {}. It is tried again.", e.getMessage());
            return Outcome.IDLE;
        }
    }

    private boolean once() {
        OnePage page = current;
        if (page != null) {
            current = null;
            write(page);
            return true;
        }
        if (turn.isEmpty()) {
            round();
        }
        while (!turn.isEmpty()) {
            long id = turn.removeFirst();
            Optional<Task> task = parts.tasks().find(id).filter(this::mayGoOn);
            Optional<ActiveModel> active = task.flatMap(this::running);
            if (active.isPresent()) {
                begin(task.get(), active.get());
                return true;
            }
        }
        return false;
    }

    private void write(OnePage page) {
        try {
            page.write();
            resting.remove(page.task().id());
        } catch (StoreException e) {
            failed(page.task(), e);
        }
    }

    /** Everybody's turn comes again; what is remembered of tasks that are gone is forgotten. */
    private void round() {
        long after = 0;
        List<Task> page;
        do {
            page = parts.tasks().page(after, PAGE);
            page.forEach(task -> turn.addLast(task.id()));
            after = page.isEmpty() ? after : page.get(page.size() - 1).id();
        } while (page.size() == PAGE);
        readings.keySet().retainAll(turn);
        resting.keySet().retainAll(turn);
    }

    private boolean mayGoOn(Task task) {
        Instant until = resting.getOrDefault(task.id(), Rest.NONE).until();
        return task.state() == State.RUNNING && !parts.clock().instant().isBefore(until);
    }

    /** A task of a later epoch waits until this process has learned of the epoch. */
    private Optional<ActiveModel> running(Task task) {
        return parts.models()
                .find(task.model())
                .filter(active -> active.state() != ModelState.PAUSED && active.state() != ModelState.BROKEN)
                .filter(active -> active.epoch().compareTo(task.version().epoch()) >= 0)
                .filter(parts.covered());
    }

    private void begin(Task task, ActiveModel active) {
        if (!active.epoch().equals(task.version().epoch())) {
            checkInstead(task);
        } else if (parts.keys().apply(task.key()) instanceof Doc key) {
            try {
                begin(task, active, SourceKey.of(key.entries()));
            } catch (StoreException e) {
                failed(task, e);
            }
        } else {
            log.error(
                    "Could not read the key of large fan-out {} of model {}. It is left out; run a repair of the model.",
                    task.id(),
                    task.model());
            parts.tasks().remove(task);
        }
    }

    /** What a revision has left of a task is checked: its label would lose against those of the new epoch. */
    private void checkInstead(Task task) {
        parts.destinations().waiting().add(List.of(WaitingKey.of(task.model(), null, task.key(), task.committedAt())));
        parts.tasks().remove(task);
    }

    private void begin(Task task, ActiveModel active, SourceKey key) {
        Reading reading = readings.get(task.id());
        if (reading == null || reading.generation() != task.generation() || reading.revision() != active.revision()) {
            reading = Reading.of(parts, task, active, key);
            readings.put(task.id(), reading);
        }
        if (reading.source().isPresent()) {
            current = new OnePage(parts, task, active, key, reading.source().get());
        } else {
            sourceIsGone(task, active, key, reading);
        }
    }

    /** A record that is no source any more is a delete (rule R8); one that is gone has a delete of its own. */
    private void sourceIsGone(Task task, ActiveModel active, SourceKey key, Reading reading) {
        if (reading.isExcluded()) {
            parts.destinations().deletes().add(active, key, task.version(), task.committedAt());
        }
        parts.tasks().remove(task);
    }

    private void failed(Task task, StoreException e) {
        if (e.kind() == StoreException.Kind.ACCESS_PATH_LOST) {
            parts.models().setState(task.model(), ModelState.BROKEN, e.getMessage());
            return;
        }
        resting.put(task.id(), after(resting.getOrDefault(task.id(), Rest.NONE)));
        log.debug("Could not go on with large fan-out {}: {}. It is tried again.", task.id(), e.getMessage());
    }

    private Rest after(Rest rest) {
        int failures = rest.failures() + 1;
        return new Rest(parts.clock().instant().plus(parts.failures().backoff().after(failures)), failures);
    }
}
