package dev.lockstep.testkit.state;

import dev.lockstep.registry.StoreName;
import dev.lockstep.state.CheckpointStore;
import dev.lockstep.state.LeaseStore;
import java.util.List;
import java.util.Optional;

/** Positions, saved only under a lease that is still held. */
final class MemoryCheckpoints implements CheckpointStore {
    private final StateCell cell;

    MemoryCheckpoints(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public Optional<Checkpoint> load(StoreName store, String partition) {
        return cell.read(
                data -> Optional.ofNullable(data.checkpoints.get(new StateData.PartitionId(store, partition))));
    }

    @Override
    public List<Checkpoint> all() {
        return cell.read(data -> List.copyOf(data.checkpoints.values()));
    }

    @Override
    public boolean save(Checkpoint checkpoint, LeaseStore.Lease lease) {
        return cell.change("checkpoints.save", data -> {
            if (!MemoryLeases.holds(data, lease, cell.now())) {
                return false;
            }
            data.checkpoints.put(new StateData.PartitionId(checkpoint.store(), checkpoint.partition()), checkpoint);
            return true;
        });
    }
}
