package dev.lockstep.testkit.state;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.WaitingKeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Keys that wait, merged by key; removed only in the generation in which they were read. */
final class MemoryWaitingKeys implements WaitingKeyStore {
    private final StateCell cell;

    MemoryWaitingKeys(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public void add(List<WaitingKey> keys) {
        cell.change("waitingKeys.add", data -> {
            keys.forEach(key -> add(data, key));
            return data;
        });
    }

    private static void add(StateData data, WaitingKey added) {
        StateData.WaitingId merged = id(added);
        Optional<WaitingKey> same =
                Optional.ofNullable(data.waitingIds.get(merged)).map(data.waiting::get);
        long id = same.map(WaitingKey::id).orElseGet(data::nextId);
        long generation = same.map(WaitingKey::generation).orElse(0L) + 1;
        WaitingKey now = same.map(added::and).orElse(added);
        data.waitingIds.put(merged, id);
        data.waiting.put(
                id, new WaitingKey(id, now.model(), now.copy(), now.key(), generation, now.oldestCommit(), now.due()));
    }

    private static StateData.WaitingId id(WaitingKey key) {
        return new StateData.WaitingId(key.model(), Optional.ofNullable(key.copy()), key.key());
    }

    @Override
    public List<WaitingKey> page(ModelName model, Instant until, long after, int limit) {
        return cell.read(data -> StateCell.page(
                data.waiting,
                after,
                limit,
                key -> key.model().equals(model) && !key.due().isAfter(until)));
    }

    @Override
    public void remove(List<WaitingKey> keys) {
        cell.change("waitingKeys.remove", data -> {
            for (WaitingKey key : keys) {
                WaitingKey now = data.waiting.get(key.id());
                if (now != null && now.generation() == key.generation()) {
                    data.waiting.remove(key.id());
                    data.waitingIds.remove(id(now));
                }
            }
            return data;
        });
    }

    @Override
    public Map<ModelName, Long> counts() {
        return count(key -> true);
    }

    @Override
    public Map<ModelName, Long> due(Instant until) {
        return count(key -> !key.due().isAfter(until));
    }

    private Map<ModelName, Long> count(Predicate<WaitingKey> counted) {
        return cell.read(data -> {
            Map<ModelName, Long> counts = new TreeMap<>();
            data.waiting.values().stream().filter(counted).forEach(key -> counts.merge(key.model(), 1L, Long::sum));
            return counts;
        });
    }
}
