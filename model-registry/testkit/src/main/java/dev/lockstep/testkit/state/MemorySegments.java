package dev.lockstep.testkit.state;

import dev.lockstep.registry.CopyName;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.SegmentStore;
import dev.lockstep.store.Cursor;
import dev.lockstep.store.Segment;
import dev.lockstep.testkit.state.StateData.Held;
import dev.lockstep.testkit.state.StateData.PartsOf;
import dev.lockstep.testkit.state.StateData.Wrong;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parts of runs. */
final class MemorySegments implements SegmentStore {
    private final StateCell cell;

    MemorySegments(StateCell cell) {
        this.cell = cell;
    }

    private boolean holds(StateData data, Lease lease) {
        Held held = data.leases.get(lease.name());
        return held != null && held.lease().equals(lease) && held.until().isAfter(cell.now());
    }

    @Override
    public Optional<List<Part>> plan(long run, CopyName copy, List<Segment> segments, Lease lease) {
        return cell.change("segments.plan", data -> {
            if (!holds(data, lease)) {
                return Optional.empty();
            }
            List<Part> planned = new ArrayList<>();
            segments.forEach(segment -> planned.add(part(run, copy, planned.size() + 1, segment, null)));
            if (!planned.isEmpty()) {
                data.parts.putIfAbsent(new PartsOf(run, copy), List.copyOf(planned));
            }
            return Optional.of(data.parts.getOrDefault(new PartsOf(run, copy), List.of()));
        });
    }

    private static Part part(long run, CopyName copy, int number, Segment segment, @Nullable Cursor from) {
        return new Part(run, copy, number, segment, from, null);
    }

    @Override
    public List<Part> parts(long run, CopyName copy) {
        return cell.read(data -> data.parts.getOrDefault(new PartsOf(run, copy), List.of()));
    }

    @Override
    public boolean done(Part part, String result, List<String> wrong, Optional<Cursor> rest, Lease lease) {
        return cell.change("segments.done", data -> {
            if (!holds(data, lease)) {
                return false;
            }
            PartsOf of = new PartsOf(part.run(), part.copy());
            List<Part> parts = new ArrayList<>(data.parts.getOrDefault(of, List.of()));
            int at = part.number() - 1;
            if (at < parts.size() && !parts.get(at).isDone()) {
                parts.set(at, new Part(part.run(), part.copy(), part.number(), part.segment(), part.from(), result));
                rest.ifPresent(
                        cursor -> parts.add(part(part.run(), part.copy(), parts.size() + 1, part.segment(), cursor)));
                data.parts.put(of, List.copyOf(parts));
                wrong.forEach(key -> {
                    long id = data.nextId();
                    data.wrong.put(id, new Wrong(of, new WrongCopy(id, key)));
                });
            }
            return true;
        });
    }

    @Override
    public List<WrongCopy> wrong(long run, CopyName copy, long after, int limit) {
        PartsOf of = new PartsOf(run, copy);
        return cell.read(data -> StateCell.page(
                        data.wrong, after, limit, wrong -> wrong.of().equals(of))
                .stream()
                .map(Wrong::copy)
                .toList());
    }

    @Override
    public long wrongCount(long run, CopyName copy) {
        PartsOf of = new PartsOf(run, copy);
        return cell.read(data -> data.wrong.values().stream()
                .filter(wrong -> wrong.of().equals(of))
                .count());
    }

    @Override
    public void settled(List<WrongCopy> copies) {
        cell.change("segments.settled", data -> {
            copies.forEach(copy -> data.wrong.remove(copy.id()));
            return copies.size();
        });
    }

    @Override
    public void forget(long run) {
        cell.change("segments.forget", data -> {
            data.parts.keySet().removeIf(of -> of.run() == run);
            return data.wrong.values().removeIf(wrong -> wrong.of().run() == run);
        });
    }
}
