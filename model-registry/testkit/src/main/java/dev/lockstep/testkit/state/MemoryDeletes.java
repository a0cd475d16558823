package dev.lockstep.testkit.state;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.DeleteStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Deletes that wait, merged by key; removed only in the generation in which they were read. */
final class MemoryDeletes implements DeleteStore {
    private final StateCell cell;

    MemoryDeletes(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public void add(List<PendingDelete> deletes) {
        cell.change("deletes.add", data -> {
            deletes.forEach(added -> add(data, added));
            return data;
        });
    }

    private static void add(StateData data, PendingDelete added) {
        StateData.WaitingId merged = id(added);
        @Nullable Long id = data.deleteIds.get(merged);
        @Nullable PendingDelete before = id == null ? null : data.deletes.get(id);
        PendingDelete stored = before == null ? stored(added, data.nextId()) : merged(before, added);
        data.deleteIds.put(merged, stored.id());
        data.deletes.put(stored.id(), stored);
    }

    private static PendingDelete stored(PendingDelete added, long id) {
        return new PendingDelete(
                id, added.model(), added.key(), added.version(), added.committedAt(), added.due(), State.WAITING, 1);
    }

    private static PendingDelete merged(PendingDelete before, PendingDelete added) {
        PendingDelete newer = added.version().compareTo(before.version()) > 0 ? added : before;
        PendingDelete later = added.due().isAfter(before.due()) ? added : before;
        return new PendingDelete(
                before.id(),
                before.model(),
                before.key(),
                newer.version(),
                newer.committedAt(),
                later.due(),
                before.state(),
                before.generation() + 1);
    }

    private static StateData.WaitingId id(PendingDelete delete) {
        return new StateData.WaitingId(delete.model(), Optional.empty(), delete.key());
    }

    @Override
    public List<PendingDelete> due(ModelName model, Instant now, int limit) {
        return cell.read(data -> data.deletes.values().stream()
                .filter(delete -> delete.model().equals(model) && delete.state() != State.HELD)
                .filter(delete -> !delete.due().isAfter(now))
                .sorted(Comparator.comparing(PendingDelete::due).thenComparing(PendingDelete::id))
                .limit(limit)
                .toList());
    }

    @Override
    public boolean remove(PendingDelete delete) {
        return cell.change("deletes.remove", data -> {
            PendingDelete now = data.deletes.get(delete.id());
            if (now == null || now.generation() != delete.generation()) {
                return false;
            }
            data.deletes.remove(delete.id());
            data.deleteIds.remove(id(now));
            return true;
        });
    }

    @Override
    public boolean spend(ModelName model, Instant now, Duration window, long copies, long most) {
        return cell.change("deletes.spend", data -> {
            StateData.Spent spent = Optional.ofNullable(data.spent.get(model))
                    .filter(known -> now.isBefore(known.since().plus(window)))
                    .orElse(new StateData.Spent(now, 0));
            if (spent.copies() + copies > most) {
                return false;
            }
            data.spent.put(model, new StateData.Spent(spent.since(), spent.copies() + copies));
            return true;
        });
    }

    @Override
    public int hold(ModelName model) {
        return change("deletes.hold", model, State.WAITING, State.HELD);
    }

    @Override
    public int release(ModelName model) {
        return change("deletes.release", model, State.HELD, State.RELEASED);
    }

    private int change(String name, ModelName model, State from, State to) {
        return cell.change(name, data -> {
            List<PendingDelete> changed = data.deletes.values().stream()
                    .filter(delete -> delete.model().equals(model) && delete.state() == from)
                    .toList();
            UnaryOperator<PendingDelete> in = delete -> new PendingDelete(
                    delete.id(),
                    delete.model(),
                    delete.key(),
                    delete.version(),
                    delete.committedAt(),
                    delete.due(),
                    to,
                    delete.generation());
            changed.forEach(delete -> data.deletes.put(delete.id(), in.apply(delete)));
            return changed.size();
        });
    }

    @Override
    public void forget(ModelName model) {
        cell.change("deletes.forget", data -> {
            data.deletes.values().removeIf(delete -> delete.model().equals(model));
            data.deleteIds.keySet().removeIf(id -> id.model().equals(model));
            data.spent.remove(model);
            return data;
        });
    }

    @Override
    public Map<ModelName, Counts> counts() {
        return cell.read(data -> {
            Map<ModelName, Counts> counts = new TreeMap<>();
            data.deletes.values().forEach(delete -> {
                boolean held = delete.state() == State.HELD;
                counts.merge(
                        delete.model(),
                        new Counts(held ? 0 : 1, held ? 1 : 0),
                        (a, b) -> new Counts(a.waiting() + b.waiting(), a.held() + b.held()));
            });
            return counts;
        });
    }
}
