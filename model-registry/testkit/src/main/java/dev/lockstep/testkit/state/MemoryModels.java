package dev.lockstep.testkit.state;

import dev.lockstep.registry.Epoch;
import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.ModelState;
import dev.lockstep.state.ModelStore;
import dev.lockstep.state.StateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Models, revisions, epochs and the audit. */
final class MemoryModels implements ModelStore {
    private final StateCell cell;

    MemoryModels(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public List<StoredModel> all() {
        return cell.read(data -> data.models.values().stream()
                .filter(model -> model.state() != ModelState.DELETED)
                .toList());
    }

    @Override
    public Optional<StoredModel> find(ModelName name) {
        return cell.read(data -> Optional.ofNullable(data.models.get(name)));
    }

    @Override
    public Optional<StoredModel> save(
            ModelName name, int expectedRevision, Revision revision, boolean raiseEpoch, ModelState state) {
        return cell.change("models.save", data -> {
            StoredModel before = data.models.get(name);
            if (activeRevision(before) != expectedRevision) {
                return Optional.empty();
            }
            List<Revision> revisions = new ArrayList<>(data.revisions.getOrDefault(name, List.of()));
            int number = revisions.size() + 1;
            revisions.add(new Revision(
                    number,
                    revision.definition(),
                    revision.author(),
                    revision.at(),
                    revision.reason(),
                    revision.diff()));
            data.revisions.put(name, List.copyOf(revisions));
            Epoch epoch = raiseEpoch ? nextEpoch(data, name) : before == null ? new Epoch(0) : before.epoch();
            StoredModel stored =
                    new StoredModel(name, number, revision.definition(), epoch, state, null, revision.at());
            data.models.put(name, stored);
            append(data, revision.at(), revision.author(), "save", name, "revision " + number);
            return Optional.of(stored);
        });
    }

    private static int activeRevision(@Nullable StoredModel model) {
        return model == null || model.state() == ModelState.DELETED ? 0 : model.revision();
    }

    private Epoch nextEpoch(StateData data, ModelName name) {
        Epoch epoch = Epoch.after(data.epochs.getOrDefault(name, 0L), cell.now().getEpochSecond());
        data.epochs.put(name, epoch.number());
        return epoch;
    }

    private static void append(
            StateData data, Instant at, String author, String action, ModelName name, @Nullable String detail) {
        long id = data.nextId();
        data.audits.put(id, new AuditEntry(id, at, author, action, "model " + name, detail));
    }

    @Override
    public void setState(ModelName name, ModelState state, @Nullable String reason) {
        cell.change("models.setState", data -> {
            StoredModel before = data.models.get(name);
            if (before != null && before.state() != ModelState.DELETED) {
                data.models.put(name, with(before, before.epoch(), state, reason));
            }
            return data;
        });
    }

    @Override
    public boolean writesPaused() {
        return cell.read(data -> data.writesPaused);
    }

    @Override
    public void pauseWrites(boolean paused) {
        cell.change("models.pauseWrites", data -> {
            data.writesPaused = paused;
            return data;
        });
    }

    @Override
    public boolean changeState(ModelName name, int revision, ModelState from, ModelState to) {
        return cell.change("models.changeState", data -> {
            StoredModel before = data.models.get(name);
            if (before == null || before.revision() != revision || before.state() != from) {
                return false;
            }
            data.models.put(name, with(before, before.epoch(), to, null));
            return true;
        });
    }

    private StoredModel with(StoredModel model, Epoch epoch, ModelState state, @Nullable String reason) {
        return new StoredModel(model.name(), model.revision(), model.definition(), epoch, state, reason, cell.now());
    }

    @Override
    public Epoch raiseEpoch(ModelName name, String reason) {
        return cell.change("models.raiseEpoch", data -> {
            StoredModel before = data.models.get(name);
            if (before == null) {
                throw new StateException(
                        "Could not raise the epoch of the model " + name + ": it is not registered.", null);
            }
            Epoch epoch = nextEpoch(data, name);
            data.models.put(name, with(before, epoch, before.state(), before.stateReason()));
            append(data, cell.now(), "lockstep", "raise epoch", name, reason);
            return epoch;
        });
    }

    @Override
    public boolean delete(ModelName name, int expectedRevision, String author, @Nullable String reason) {
        return cell.change("models.delete", data -> {
            StoredModel before = data.models.get(name);
            if (before == null || activeRevision(before) == 0 || activeRevision(before) != expectedRevision) {
                return false;
            }
            data.models.put(name, with(before, before.epoch(), ModelState.DELETED, reason));
            append(data, cell.now(), author, "delete", name, reason);
            return true;
        });
    }

    @Override
    public List<Revision> revisions(ModelName name) {
        return cell.read(data -> data.revisions.getOrDefault(name, List.of()));
    }

    @Override
    public void audit(AuditEntry entry) {
        cell.change("models.audit", data -> {
            long id = data.nextId();
            return data.audits.put(
                    id,
                    new AuditEntry(id, entry.at(), entry.author(), entry.action(), entry.subject(), entry.detail()));
        });
    }

    @Override
    public List<AuditEntry> audits(long before, int limit) {
        return cell.read(data -> StateCell.newestFirst(data.audits, before, limit, entry -> true));
    }
}
