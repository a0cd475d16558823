package dev.lockstep.testkit.state;

import dev.lockstep.registry.ModelName;
import dev.lockstep.registry.StoreName;
import dev.lockstep.state.GapStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gaps, open and closed. */
final class MemoryGaps implements GapStore {
    private final StateCell cell;

    MemoryGaps(StateCell cell) {
        this.cell = cell;
    }

    @Override
    public Gap open(
            ModelName model, StoreName store, String partition, @Nullable Instant from, String reason, Instant at) {
        return cell.change(
                "gaps.open",
                data -> data.gaps.values().stream()
                        .filter(gap -> gap.closedAt() == null
                                && gap.model().equals(model)
                                && gap.store().equals(store)
                                && gap.partition().equals(partition))
                        .findFirst()
                        .orElseGet(() -> {
                            long id = data.nextId();
                            Gap gap = new Gap(id, model, store, partition, from, reason, at, null, null);
                            data.gaps.put(id, gap);
                            return gap;
                        }));
    }

    @Override
    public Gap openAgain(
            ModelName model, StoreName store, String partition, @Nullable Instant from, String reason, Instant at) {
        return cell.change("gaps.openAgain", data -> {
            Gap before = data.gaps.values().stream()
                    .filter(gap -> gap.closedAt() == null
                            && gap.model().equals(model)
                            && gap.store().equals(store)
                            && gap.partition().equals(partition))
                    .findFirst()
                    .orElse(null);
            long id = data.nextId();
            if (before != null) {
                data.gaps.put(before.id(), closed(before, at, "superseded by gap " + id));
            }
            Gap gap =
                    new Gap(id, model, store, partition, before == null ? from : before.from(), reason, at, null, null);
            data.gaps.put(id, gap);
            return gap;
        });
    }

    private static Gap closed(Gap gap, Instant at, String report) {
        return new Gap(
                gap.id(),
                gap.model(),
                gap.store(),
                gap.partition(),
                gap.from(),
                gap.reason(),
                gap.openedAt(),
                at,
                report);
    }

    @Override
    public List<Gap> list(boolean openOnly, long before, int limit) {
        return cell.read(
                data -> StateCell.newestFirst(data.gaps, before, limit, gap -> !openOnly || gap.closedAt() == null));
    }

    @Override
    public List<Gap> openOf(ModelName model) {
        return cell.read(data -> data.gaps.values().stream()
                .filter(gap -> gap.closedAt() == null && gap.model().equals(model))
                .toList());
    }

    @Override
    public void close(long id, Instant at, String report) {
        cell.change(
                "gaps.close",
                data -> Optional.ofNullable(data.gaps.computeIfPresent(
                        id, (key, gap) -> gap.closedAt() != null ? gap : closed(gap, at, report))));
    }

    @Override
    public Optional<Gap> find(long id) {
        return cell.read(data -> Optional.ofNullable(data.gaps.get(id)));
    }
}
