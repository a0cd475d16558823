package dev.lockstep.repair.run;

import dev.lockstep.change.RecordKey;
import dev.lockstep.registry.CopyName;
import dev.lockstep.repair.scan.Scan;
import dev.lockstep.state.LeaseStore.Lease;
import dev.lockstep.state.SegmentStore;
import dev.lockstep.state.SegmentStore.Part;
import dev.lockstep.state.SegmentStore.WrongCopy;
import dev.lockstep.store.Segment;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Keeps a run in the state store, under the run's lease, so that it goes on where it was. */
final class StoredLedger implements Ledger {
    private final SegmentStore store;
    private final long run;
    private final Lease lease;

    StoredLedger(SegmentStore store, long run, Lease lease) {
        this.store = store;
        this.run = run;
        this.lease = lease;
    }

    @Override
    public List<Part> parts(CopyName copy, Supplier<List<Segment>> segments) {
        List<Part> known = store.parts(run, copy);
        return known.isEmpty()
                ? store.plan(run, copy, segments.get(), lease).orElseThrow(() -> new TakenOver(run))
                : known;
    }

    @Override
    public Optional<Part> done(Scan.Ended ended) {
        List<String> wrong = ended.wrong().stream().map(RecordKey::canonical).toList();
        if (!store.done(ended.part(), ended.result().text(), wrong, ended.rest(), lease)) {
            throw new TakenOver(run);
        }
        if (ended.rest().isEmpty()) {
            return Optional.empty();
        }
        List<Part> all = store.parts(run, ended.part().copy());
        return Optional.of(all.get(all.size() - 1));
    }

    @Override
    public List<WrongCopy> wrong(CopyName copy, long after, int limit) {
        return store.wrong(run, copy, after, limit);
    }

    @Override
    public long wrongCount(CopyName copy) {
        return store.wrongCount(run, copy);
    }

    @Override
    public void settled(List<WrongCopy> copies) {
        store.settled(copies);
    }
}
