package dev.lockstep.testkit.state;

import dev.lockstep.registry.ModelName;
import dev.lockstep.state.WaitingKeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
        Instant oldest = same.map(WaitingKey::oldestCommit)
                .filter(before -> before.isBefore(added.oldestCommit()))
                .orElse(added.oldestCommit());
        data.waitingIds.put(merged, id);
        data.waiting.put(id, new WaitingKey(id, added.model(), added.copy(), added.key(), generation, oldest));
    }

    private static StateData.WaitingId id(WaitingKey key) {
        return new StateData.WaitingId(key.model(), Optional.ofNullable(key.copy()), key.key());
    }

    @Override
    public List<WaitingKey> page(ModelName model, long after, int limit) {
        return cell.read(data ->
                StateCell.page(data.waiting, after, limit, key -> key.model().equals(model)));
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
        return cell.read(data -> {
            Map<ModelName, Long> counts = new TreeMap<>();
            data.waiting.values().forEach(key -> counts.merge(key.model(), 1L, Long::sum));
            return counts;
        });
    }
}
