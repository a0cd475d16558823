package dev.lockstep.testkit.state;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.RunStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Runs of long operations. */
final class MemoryRuns implements RunStore {
    private final StateCell cell;

    MemoryRuns(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public Run start(ModelName model, String kind, Instant at) {
        return cell.change("runs.start", data -> {
            Run run = new Run(data.nextId(), model, kind, "RUNNING", 0, 0, 0, 0, null, null, at, null);
            data.runs.put(run.id(), run);
            return run;
        });
    }

    @Override
    public void update(Run run) {
        cell.change("runs.update", data -> Optional.ofNullable(data.runs.replace(run.id(), run)));
    }

    @Override
    public Optional<Run> find(long id) {
        return cell.read(data -> Optional.ofNullable(data.runs.get(id)));
    }

    @Override
    public List<Run> list(Optional<ModelName> model, long before, int limit) {
        return cell.read(data -> StateCell.newestFirst(
                data.runs, before, limit, run -> model.isEmpty() || model.get().equals(run.model())));
    }
}
